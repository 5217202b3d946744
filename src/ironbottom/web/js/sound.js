// @ts-check
/** Short sounds, made here; silent until the first click, and never the only sign. */

import { settings } from './settings.js';

/** @type {AudioContext|null} */
let audio = null;

document.addEventListener('pointerdown', () => {
  if (!audio && settings.sound) audio = new AudioContext();
}, { once: false, passive: true });

/**
 * @param {number} pitch @param {number} length @param {number} loud @param {OscillatorType} [shape] @param {number} [wait]
 */
function tone(pitch, length, loud, shape = 'triangle', wait = 0) {
  if (!audio) return;
  const start = audio.currentTime + wait;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(pitch, start);
  oscillator.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** @param {'take'|'place'|'dice'|'loss'|'turn'|'no'} what */
export function sound(what) {
  if (!settings.sound || !audio) return;
  const loud = (settings.volume / 100) * 0.18;
  if (what === 'take') tone(520, 0.06, loud);
  else if (what === 'place') tone(240, 0.09, loud * 1.3);
  else if (what === 'no') tone(160, 0.1, loud, 'sine');
  else if (what === 'loss') tone(130, 0.35, loud * 1.4, 'sawtooth');
  else if (what === 'dice') for (let i = 0; i < 5; i += 1) tone(700 + ((i * 173) % 300), 0.04, loud, 'square', i * 0.07);
  else if (what === 'turn') {
    const bell = (settings.turnVolume / 100) * 0.2;
    tone(660, 0.35, bell, 'sine');
    tone(880, 0.5, bell, 'sine', 0.16);
  }
}
