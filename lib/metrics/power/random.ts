/** Whole numbers from 0 to 2^32 − 1, by Doty-Humphrey's sfc32: additions and shifts alone, so alike on every machine. */
export type WholeNumbers = () => number;

/** One stream of numbers per seed and stream number. The seed is spread over the state by splitmix32. */
export function wholeNumbers(seed: number, stream: number): WholeNumbers {
  let { a, b, c, counter } = beginStream(seed, stream);
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
}

/** Where a stream stands before its first number, for loops that can't afford a call for each. */
export function beginStream(seed: number, stream: number) {
  let mixed = (seed ^ Math.imul(Math.floor(seed / 2 ** 32), 0x85ebca6b) ^ Math.imul(stream, 0xc2b2ae35)) | 0;
  const spread = () => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let word = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return word ^ (word >>> 15);
  };
  let a = spread();
  let b = spread();
  let c = spread();
  let counter = 1;
  for (let i = 0; i < 12; i += 1) {
    const sum = (((a + b) | 0) + counter) | 0;
    counter += 1;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
  }
  return { a, b, c, counter };
}

/** Strictly between 0 and 1. */
export const toShare = (whole: number): number => (whole + 0.5) / 2 ** 32;
