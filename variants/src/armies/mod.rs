//! The armies family: turns of many steps, units chained to their chiefs.
