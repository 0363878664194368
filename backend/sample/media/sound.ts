/** A three second arpeggio on the pentatonic scale: 16-bit mono WAV, computed sample by sample. */
const RATE = 22_050;
const SECONDS = 3;
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16];

/**
 * @param root frequency of the lowest note, in Hz
 * @param steps indexes into the scale, in playing order
 */
export function arpeggio(root: number, steps: readonly number[]): Buffer {
  const frames = RATE * SECONDS;
  const wav = Buffer.alloc(44 + frames * 2);
  wav.write("RIFF", 0, "ascii");
  wav.writeUInt32LE(36 + frames * 2, 4);
  wav.write("WAVEfmt ", 8, "ascii");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // mono
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36, "ascii");
  wav.writeUInt32LE(frames * 2, 40);
  const perNote = Math.floor(frames / steps.length);
  for (let i = 0; i < frames; i++)
    wav.writeInt16LE(Math.round(level(i, perNote, root, steps) * 14_000), 44 + i * 2);
  return wav;
}

/** A plucked note over the decay of the previous ones. */
function level(frame: number, perNote: number, root: number, steps: readonly number[]): number {
  let sum = 0;
  for (let back = 0; back < 3; back++) {
    const index = Math.floor(frame / perNote) - back;
    if (index < 0 || index >= steps.length) continue;
    const t = (frame - index * perNote) / RATE;
    const hz = root * 2 ** ((SCALE[steps[index]! % SCALE.length] ?? 0) / 12);
    const phase = 2 * Math.PI * hz * t;
    sum +=
      (Math.sin(phase) + 0.35 * Math.sin(2 * phase) + 0.12 * Math.sin(3 * phase)) *
      Math.exp(-4 * t) *
      Math.min(1, t * 200);
  }
  return sum / 1.6;
}
