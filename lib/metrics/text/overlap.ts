import { bleu4 } from "#lib/metrics/text/bleu.ts";
import { rougeL } from "#lib/metrics/text/rouge-l.ts";

/**
 * What texts are cut into for BLEU-4 and ROUGE-L alike: words in lower case, runs of letters and digits, without
 * punctuation; of Chinese and Japanese every character by itself, since spaces don't tell words apart there.
 */
export const tokensOf = (text: string): string[] =>
  text
    .normalize("NFC")
    .toLowerCase()
    .match(
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}])+/gu,
    ) ?? [];

/** As a report names them: the smoothing is the sentence default of sacrebleu, the papers say nothing of theirs. */
export const overlapVariants = {
  bleu4: "expEffective",
  rougeL: "f1",
  tokens: "lower-case words, Chinese and Japanese by characters",
} as const;

export type TextOverlap = { readonly bleu4: number; readonly rougeL: number };

/** Between 0 and 1. */
export function textOverlap(reference: string, candidate: string): TextOverlap {
  const [ours, theirs] = [tokensOf(reference), tokensOf(candidate)];
  return {
    bleu4: bleu4(ours, theirs)[overlapVariants.bleu4],
    rougeL: rougeL(ours, theirs)[overlapVariants.rougeL],
  };
}
