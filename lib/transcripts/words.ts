// How transcripts of all formats say who speaks.

export type TranscriptTurn = { speaker: string | null; text: string; at?: string };

/** What is wrong at a line of a transcript. */
export type TranscriptProblem = { line: number; column: string | null; problem: string; found: string };
export type ReadTranscript =
  | { ok: true; title: string | null; turns: TranscriptTurn[] }
  | { ok: false; problems: TranscriptProblem[] };

const name = String.raw`[\p{L}\p{M}][^:：\n.。?？!！,，;；\[\]()（）]{0,58}?(?:(?<=\b(?:Dr|Mr|Mrs|Ms|Prof|St))\.[^:：\n.?!,;]{1,40}?)?`;
/** "Ada: Yes." or "阿达：好。": an English colon has a blank behind it, so that addresses and times are no speakers. */
const prefix = new RegExp(String.raw`^(?:>>|[-–—•])?\s*(${name})\s*(?::(?=\s|$)|：)\s*(.*)$`, "su");
const mostWords = 6;

/** Who says a line, where it begins with that, and what they say. */
export function splitSpeaker(line: string): { speaker: string; text: string } | null {
  const [, speaker = "", text = ""] = prefix.exec(line.trim()) ?? [];
  return speaker === "" || speaker.split(/\s+/).length > mostWords ? null : { speaker: speaker.trim(), text };
}

const isHan = (text: string) => /\p{Script=Han}|[。，！？；：”’」]/u.test(text);

/** What is said on: Chinese has no blanks between words. */
export function join(before: string, after: string): string {
  const [last, first] = [before.slice(-1), after.slice(0, 1)];
  return before === "" ? after : isHan(last) && isHan(first) ? before + after : `${before} ${after}`;
}
