import {
  Speech,
  splitSpeaker,
  type ReadTranscript,
  type TranscriptProblem,
  type TranscriptTurn,
} from "#lib/transcripts/speaker-lines.ts";

// WebVTT and SubRip: cues with a time each. What one person says in several cues, one after the other, is one turn.

type Cue = { at: string; line: number; text: string };
type VoiceText = { speaker: string | null; text: string; at: string; isNamed: boolean };

const arrow = /-->/;
const clock = /^(?:(\d{1,4}):)?([0-5]\d):([0-5]\d)[.,](\d{3})$/;
const advice = "Write a time as hours, minutes, seconds and thousandths, such as 00:01:05.250.";

const milliseconds = (written: string): number | null => {
  const found = clock.exec(written);
  if (!found) return null;
  const [, hours = "0", minutes, seconds, thousandths] = found;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(thousandths);
};

export function readCues(text: string, format: "vtt" | "srt"): ReadTranscript {
  const lines = text.split(/\r\n?|\n/);
  const problems: TranscriptProblem[] = [];
  const isVtt = format === "vtt";
  if (isVtt && !/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? ""))
    problems.push({
      line: 1,
      column: null,
      found: lines[0] ?? "",
      problem:
        "A WebVTT file begins with the line WEBVTT. Add it, or save the file as .txt if it has no times.",
    });
  const cues = blocksOf(lines, isVtt && problems.length === 0 ? 1 : 0).flatMap((block) =>
    readBlock(block, isVtt, problems),
  );
  if (problems.length > 0) return { ok: false, problems };
  const turns = makeTurns(cues.flatMap(isVtt ? splitVoices : splitCue));
  if (turns.length > 0) return { ok: true, title: null, turns };
  const problem = "There are no words in this file. Export the transcript again.";
  return { ok: false, problems: [{ line: 1, column: null, problem, found: lines[0] ?? "" }] };
}

type Block = { line: number; lines: readonly string[] };

/** Stretches of lines between empty ones. */
function blocksOf(lines: readonly string[], from: number): Block[] {
  const blocks: { line: number; lines: string[] }[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    if (index < from) continue;
    if (line.trim() === "") isOpen = false;
    else if (isOpen) blocks.at(-1)?.lines.push(line);
    else {
      blocks.push({ line: index + 1, lines: [line] });
      isOpen = true;
    }
  }
  return blocks;
}

function readBlock({ line, lines }: Block, isVtt: boolean, problems: TranscriptProblem[]): Cue[] {
  const at = lines.findIndex((one) => arrow.test(one));
  if (isVtt && at < 0 && (/^(?:NOTE|STYLE|REGION)\b/.test(lines[0] ?? "") || isHead(line, lines))) return [];
  const report = (where: number, column: string | null, problem: string, found: string): [] => {
    problems.push({ line: line + where, column, problem, found });
    return [];
  };
  if (at < 0)
    return report(
      0,
      null,
      "No time stands above these words. Put a line such as 00:01:05.000 --> 00:01:09.000 above them.",
      lines[0] ?? "",
    );
  if (at > 1)
    return report(
      at,
      null,
      "This time follows other words without an empty line between. Add one.",
      lines[at] ?? "",
    );
  const [start = "", rest = ""] = (lines[at] ?? "").split("-->").map((part) => part.trim());
  const [end = ""] = rest.split(/\s/);
  const [begins, ends] = [milliseconds(start), milliseconds(end)];
  if (begins === null) return report(at, "start", `This is no time. ${advice}`, start);
  if (ends === null) return report(at, "end", `This is no time. ${advice}`, end);
  if (ends < begins)
    return report(
      at,
      "end",
      "These words end before they begin. Correct one of the two times.",
      lines[at] ?? "",
    );
  const text = lines.slice(at + 1).join("\n");
  return text.trim() === "" ? [] : [{ at: start.replace(",", "."), line: line + at, text }];
}

/** What a WebVTT file may say of itself right under its first line. */
const isHead = (line: number, lines: readonly string[]) =>
  line === 2 && lines.every((one) => /^[\w-]+\s*:/.test(one));

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: "\u00a0",
  lrm: "",
  rlm: "",
};
const plain = (text: string) => {
  const lines = text
    .replace(/<[^<>]*>/g, "")
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, entity: string) => entities[entity] ?? "")
    .split("\n")
    .map((line) => line.trim());
  return new Speech(lines).toString();
};

const voice = /<v(?:\.[^\s<>]*)?\s([^<>]*)>/g;

/** A cue of WebVTT may have several voices; without any it is read as one of SubRip is. */
function splitVoices(cue: Cue): VoiceText[] {
  const tags = [...cue.text.matchAll(voice)];
  if (tags.length === 0) return splitCue(cue);
  const before = plain(cue.text.slice(0, tags[0]?.index));
  const said = tags.map((tag, index) => ({
    speaker: plain(tag[1] ?? "") || null,
    text: plain(cue.text.slice(tag.index + tag[0].length, tags[index + 1]?.index)),
    at: cue.at,
    isNamed: true,
  }));
  return [{ speaker: null, text: before, at: cue.at, isNamed: false }, ...said].filter(
    ({ text }) => text !== "",
  );
}

/** Lines of a cue that begin with a name, or a dash, are said by somebody else than the one before. */
function splitCue({ text, at }: Cue): VoiceText[] {
  const said: (Omit<VoiceText, "text"> & { speech: Speech })[] = [];
  for (const line of text.split("\n").map(plain)) {
    if (line === "") continue;
    const named = splitSpeaker(line);
    const last = said.at(-1);
    if (named) said.push({ speaker: named.speaker, speech: new Speech([named.text]), at, isNamed: true });
    else if (last && !/^[-–—] ?\S/.test(line)) last.speech.add(line);
    else said.push({ speaker: null, speech: new Speech([line]), at, isNamed: false });
  }
  return said
    .filter(({ speech }) => speech.length > 0)
    .map(({ speech, ...one }) => ({ ...one, text: speech.toString() }));
}

/** Without a name anywhere, a turn ends with a sentence: nobody reads an hour in one paragraph. */
const minNameless = 240;

function makeTurns(said: readonly VoiceText[]): TranscriptTurn[] {
  const turns: OpenTurn[] = [];
  for (const { speaker, text, at, isNamed } of said) {
    const last = turns.at(-1);
    const goesOn = last && (isNamed ? last.speaker === speaker : !isOver(last));
    if (goesOn) last.speech.add(text);
    else turns.push({ speaker: isNamed ? speaker : (last?.speaker ?? null), speech: new Speech([text]), at });
  }
  return turns.map(({ speaker, speech, at }) => ({ speaker, text: speech.toString(), at }));
}

type OpenTurn = { speaker: string | null; speech: Speech; at: string };

const isOver = ({ speaker, speech }: OpenTurn) =>
  speaker === null && speech.length >= minNameless && /[.?!。？！…][”’"」』)]*$/u.test(speech.end);
