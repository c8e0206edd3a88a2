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
const maxWords = 6;

/** Who says a line, where it begins with that, and what they say. */
export function splitSpeaker(line: string): { speaker: string; text: string } | null {
  const [, speaker = "", text = ""] = prefix.exec(line.trim()) ?? [];
  return speaker === "" || speaker.split(/\s+/).length > maxWords ? null : { speaker: speaker.trim(), text };
}

const isHan = (text: string) => /\p{Script=Han}|[。，！？；：”’」]/u.test(text);

const endLetters = 40;

/** What is said on and on, put together once: an hour without a new turn has thousands of pieces. */
export class Speech {
  readonly #pieces: string[] = [];
  length = 0;
  /** Its last letters. */
  end = "";

  constructor(pieces: readonly string[]) {
    for (const piece of pieces) this.add(piece);
  }

  /** Chinese has no blanks between words. */
  add(piece: string): void {
    if (piece === "") return;
    const isTogether = this.length === 0 || (isHan(this.end.slice(-1)) && isHan(piece.slice(0, 1)));
    const added = isTogether ? piece : ` ${piece}`;
    this.#pieces.push(added);
    this.length += added.length;
    this.end = (this.end + added.slice(-endLetters)).slice(-endLetters);
  }

  toString(): string {
    return this.#pieces.join("");
  }
}
