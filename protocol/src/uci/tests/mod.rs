mod agreement;
mod fuzz;
mod reading;
mod writing;
