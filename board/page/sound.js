// Sounds, made here: short knocks of filtered noise and plain tones.

let context = null;

function audio() {
  context ??= new AudioContext();
  return context;
}

function knock(pitch, length, gain) {
  const at = audio();
  const now = at.currentTime;
  const tone = at.createOscillator();
  const volume = at.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, now + length);
  volume.gain.setValueAtTime(gain, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(volume).connect(at.destination);
  tone.start(now);
  tone.stop(now + length);
}

const SOUNDS = {
  move: () => knock(340, 0.09, 0.25),
  take: () => {
    knock(240, 0.13, 0.35);
    knock(900, 0.04, 0.1);
  },
  check: () => {
    knock(520, 0.1, 0.25);
    setTimeout(() => knock(660, 0.12, 0.2), 90);
  },
  end: () => {
    knock(440, 0.25, 0.2);
    setTimeout(() => knock(330, 0.4, 0.2), 180);
  },
};

// Plays a sound, if the browser lets it: before the first click it does not.
export function play(name) {
  try {
    SOUNDS[name]();
  } catch {
    // Without sound the game goes on.
  }
}
