// Sound, vibration and a short celebration at the end of a game, each only if the player wants it.
import { preferences } from "./page.js";
import { view } from "./playing.js";

const TUNES = /** @type {Record<string, number[]>} */ ({ won: [523, 659, 784, 1047], lost: [196, 147] });
const NOTE = 0.13;

/** @param {"won" | "lost"} status */
export function celebrate(status) {
  if (preferences.vibration) navigator.vibrate?.(status === "won" ? [30, 60, 30] : 120);
  if (preferences.sound) play(TUNES[status]);
  view.svg.classList.add(`just-${status}`);
  setTimeout(() => view.svg.classList.remove(`just-${status}`), 1600);
}

/** @param {number[]} tune frequencies, one after the other */
function play(tune) {
  const audio = new AudioContext();
  tune.forEach((frequency, i) => note(audio, frequency, audio.currentTime + i * NOTE));
}

/** @param {AudioContext} audio @param {number} frequency @param {number} at */
function note(audio, frequency, at) {
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = frequency;
  tone.type = "triangle";
  gain.gain.setValueAtTime(0.12, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 2 * NOTE);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 2 * NOTE);
}

/** Fill the screen with the page, or leave that. */
export function changeFullScreen() {
  return document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
}
