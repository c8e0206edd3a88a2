import { processSingleton } from "#lib/process-singleton.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

/** Of one study, in bytes: lists are asked for in any order, with any filter. */
const mostBytes = 8_000_000;

type Kept = { bytes: number; texts: Map<string, { text: Promise<string>; bytes: number }> };

const ofRows = processSingleton("texts made of rows", () => new WeakMap<StudyRows, Kept>());

/** What the texts that were made of these rows take, in bytes. */
export const weighTexts = (rows: StudyRows): number => ofRows.get(rows)?.bytes ?? 0;

/**
 * A part of a page, written once for everybody who may look at these rows: the key names all else that it depends on. It goes
 * when the rows go, which is when any answer changes. What failed is tried again.
 */
export function keepText(rows: StudyRows, key: string, write: () => Promise<string>): Promise<string> {
  const kept = ofRows.get(rows) ?? { bytes: 0, texts: new Map() };
  ofRows.set(rows, kept);
  const { texts } = kept;
  const known = texts.get(key);
  if (known) {
    // What somebody looks at goes last.
    texts.delete(key);
    texts.set(key, known);
    return known.text;
  }
  const made = { text: write(), bytes: 0 };
  texts.set(key, made);
  made.text.then(
    (text) => {
      if (texts.get(key) !== made) return;
      made.bytes = 2 * (key.length + text.length);
      kept.bytes += made.bytes;
      forgetOldest(kept);
    },
    () => {
      if (texts.get(key) === made) texts.delete(key);
    },
  );
  return made.text;
}

function forgetOldest(kept: Kept): void {
  for (const [key, { bytes }] of kept.texts) {
    if (kept.bytes <= mostBytes || kept.texts.size === 1) return;
    kept.texts.delete(key);
    kept.bytes -= bytes;
  }
}
