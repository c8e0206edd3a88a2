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

// A transcript as people type it: each turn begins with who speaks.

const time = String.raw`(?:\d{1,3}:)?[0-5]?\d:[0-5]\d(?:[.,]\d{1,3})?`;
/** "[00:01:05] Ada: Yes." */
const timeFirst = new RegExp(String.raw`^[\[(（]?(${time})[\])）]?\s*(?:[-–—]\s*)?(?=[\p{L}>])(.*)$`, "su");
/** "Ada (00:01:05): Yes.", and "Ada 00:01:05" with what is said on the next line. */
const timeBehind = new RegExp(
  String.raw`^([\p{L}\p{M}][^:：\n.?!]{0,58}?)\s+[\[(（]?(${time})[\])）]?\s*[:：]?\s*(.*)$`,
  "su",
);

type Opening = { speaker: string; text: string; at?: string };

function readOpening(line: string): Opening | null {
  const behind = timeBehind.exec(line);
  if (behind) {
    const [, speaker = "", at = "", text = ""] = behind;
    return { speaker: speaker.trim(), text, at };
  }
  const [, at, rest] = timeFirst.exec(line) ?? [];
  const named = splitSpeaker(rest ?? line);
  return named && { ...named, ...(at !== undefined && { at }) };
}

type Open = TranscriptTurn & { line: number };

export function readSpeakerLines(text: string): ReadTranscript {
  const lines = text.split(/\r\n?|\n/);
  const turns: Open[] = [];
  const head: string[] = [];
  for (const [index, line] of lines.entries()) {
    const opening = readOpening(line.trim());
    const last = turns.at(-1);
    if (opening) turns.push({ ...opening, line: index + 1 });
    else if (last) last.text += `\n${line.trim()}`;
    else if (line.trim() !== "") head.push(line.trim());
  }
  if (turns.length === 0) return { ok: false, problems: [noSpeaker(lines)] };
  const problems = turns.filter(({ text: said }) => said.trim() === "").map(noWords);
  if (problems.length > 0) return { ok: false, problems };
  // One line above all turns is what the interview is called.
  const [title = null] = head.length === 1 ? head : [];
  const said = turns.map(({ line: _, ...turn }): TranscriptTurn => ({ ...turn, text: turn.text.trim() }));
  const before: TranscriptTurn[] = head.length > 1 ? [{ speaker: null, text: head.join("\n") }] : [];
  return { ok: true, title, turns: [...before, ...said] };
}

const noWords = ({ speaker, line }: Open): TranscriptProblem => ({
  line,
  column: null,
  found: speaker ?? "",
  problem: "Nothing is said in this turn. Add the words, or remove the line.",
});

const noSpeaker = (lines: readonly string[]): TranscriptProblem => {
  const first = lines.findIndex((line) => line.trim() !== "");
  return {
    line: first + 1,
    column: null,
    found: lines[first] ?? "",
    problem: "No line begins with who speaks. Write each turn as “Name: words”.",
  };
};
