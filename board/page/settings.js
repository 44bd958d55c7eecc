// Settings of this browser.

const $ = (id) => document.getElementById(id);

// They are kept, where the browser allows it.
export const stored = {
  get: (name) => {
    try {
      return localStorage.getItem(`menagerie.${name}`);
    } catch {
      return null;
    }
  },
  set: (name, value) => {
    try {
      localStorage.setItem(`menagerie.${name}`, value);
    } catch {
      // Forgotten, then.
    }
  },
};

// The games that were begun last, the newest first.
export const recent = {
  names: () => stored.get("recent")?.split(" ") ?? [],
  add: (name) => stored.set("recent", [name, ...recent.names().filter((other) => other !== name)].slice(0, 4).join(" ")),
};

// The side from which a game is seen, where a person has turned its board: kept over a reload.
export const flips = {
  of: (table) => {
    const [began, flipped] = stored.get("flipped")?.split(" ") ?? [];
    return began === table.began ? flipped === "true" : null;
  },
  keep: (table, flipped) => table && stored.set("flipped", `${table.began} ${flipped}`),
};

export function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  $("theme").textContent = theme === "dark" ? "Light" : "Dark";
  stored.set("theme", theme);
}

export function setSound(on) {
  $("sound").setAttribute("aria-pressed", String(on));
  stored.set("sound", on ? "on" : "off");
}
