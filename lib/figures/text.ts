export type Weight = keyof typeof letterWidths;

// Scripts whose letters fill a square.
const square =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;
const dash = 0.8;
const unknown = 0.6;

export const isSquare = (letter: string): boolean =>
  square.test(letter) || (letter.codePointAt(0) ?? 0) > 0xffff;

// The face the files are drawn with has these; for anything else the machine's own faces have to help.
const foreign = /[^\u0000-\u024f\u02b0-\u03ff\u0400-\u04ff\u1e00-\u1eff\u2000-\u22ff\u25a0-\u25ff]/u;

export const isForeign = (text: string): boolean => foreign.test(text);

function widthOfLetter(letter: string, weight: Weight): number {
  const width = letterWidths[weight].get(letter.codePointAt(0) ?? 0);
  if (width !== undefined) return width / 1000;
  if (isSquare(letter)) return 1;
  if (/[‘’·]/.test(letter)) return 0.3;
  if (/[–−≥≤α“”]/.test(letter)) return 0.58;
  return letter === "…" || letter === "—" ? dash + 0.17 : unknown;
}

/** How wide a text will be, so that nothing is cut and nothing collides; a little too wide for what it doesn't know. */
export function widthOf(text: string, size: number, weight: Weight = "regular"): number {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter, weight);
  return width * size;
}

/** As much of a text as there is room for. */
export function shorten(text: string, room: number, size: number, weight: Weight = "regular"): string {
  if (widthOf(text, size, weight) <= room) return text;
  const letters = [...text];
  let width = widthOf("…", size, weight);
  let kept = 0;
  for (; kept < letters.length; kept += 1) {
    width += widthOfLetter(letters[kept] ?? "", weight) * size;
    if (width > room) break;
  }
  return `${letters.slice(0, kept).join("").trimEnd()}…`;
}

// A line may end after a space, a hyphen, a slash, and beside any square letter; none begins with what closes or ends with what opens.
const breaks =
  /(?<![（《“‘])(?![、。，；：？！）》”’])(?:(?<=[ /_-])|(?<=[\u2e80-\u9fff\uff01-\uff60])|(?=[\u2e80-\u9fff\uff01-\uff60]))/;
const piecesOf = (text: string): string[] => text.split(breaks).filter(Boolean);

/** On as many lines as are allowed; the last one is shortened where that isn't enough. */
export function wrap(
  text: string,
  room: number,
  size: number,
  { lines = 2, weight = "regular" }: { lines?: number; weight?: Weight } = {},
): string[] {
  const wrapped: string[] = [];
  let current = "";
  const pieces = piecesOf(text);
  for (const [i, piece] of pieces.entries()) {
    const longer = current + piece;
    if (!current || widthOf(longer.trimEnd(), size, weight) <= room) {
      current = longer;
      continue;
    }
    if (wrapped.length === lines - 1) {
      current += pieces.slice(i).join("");
      break;
    }
    wrapped.push(shorten(current.trimEnd(), room, size, weight));
    current = piece;
  }
  return [...wrapped, shorten(current.trimEnd(), room, size, weight)];
}

// How far each letter of Source Sans 3 advances, in thousandths of its size, read from the font's own tables
// (cmap, hmtx): U+0020 to U+007E, then U+00A0 to U+00FF.
const regular = `
200 289 426 497 497 824 609 249 303 303 418 497 249 311 249 350 497 497 497 497 497 497 497 497 497 497 249
249 497 497 497 425 847 544 588 571 615 527 494 617 652 263 480 579 486 727 647 664 566 664 569 534 536 645
515 786 513 476 539 303 350 303 497 500 542 504 553 456 555 496 292 504 544 246 247 495 255 829 547 542 555
555 347 419 338 544 467 719 446 467 425 303 241 303 497
200 289 497 497 497 497 241 497 542 744 345 429 497 311 423 542 331 497 367 367 542 562 560 249 542 367 365
429 781 808 796 425 544 544 544 544 544 544 822 571 527 527 527 527 263 263 263 263 639 647 664 664 664 664
664 497 664 645 645 645 645 476 583 576 504 504 504 504 504 504 778 456 496 496 496 496 246 246 246 246 544
547 542 542 542 542 542 497 542 544 544 544 544 467 555 467`;

const semibold = `
200 315 482 513 513 841 639 275 324 324 438 513 275 322 275 344 513 513 513 513 513 513 513 513 513 513 275
275 513 513 513 444 875 558 597 576 625 538 510 628 663 282 494 597 502 745 657 674 582 674 592 545 546 655
536 800 541 501 540 324 344 324 513 500 549 516 563 462 564 507 317 520 558 262 263 522 271 843 560 549 564
564 373 431 361 556 495 748 481 495 443 324 255 324 513
200 315 513 513 513 513 255 513 549 747 352 455 513 322 443 549 348 513 372 372 549 578 599 275 549 372 369
455 795 827 807 444 558 558 558 558 558 558 834 576 538 538 538 538 282 282 282 282 651 656 674 674 674 674
674 513 674 655 655 655 655 501 600 604 516 516 516 516 516 516 780 462 507 507 507 507 262 262 262 262 552
560 549 549 549 549 549 513 549 556 556 556 556 495 564 495`;

function tableOf(widths: string): ReadonlyMap<number, number> {
  return new Map(
    widths
      .trim()
      .split(/\s+/)
      .map((width, i) => [i < 95 ? 0x20 + i : 0xa0 + i - 95, Number(width)]),
  );
}

const letterWidths = { regular: tableOf(regular), semibold: tableOf(semibold) };
