import type { Sample } from "#lib/studies/schema.ts";

type Named = Sample["practice"]["cases"];

export const writeCases = (cases: Named): string =>
  cases.map(({ track, key }) => `${track}: ${key}`).join("\n");

/**
 * "Track: key", one a line; blank lines count for nothing. A line that begins with a track of the benchmark is
 * parted there, since names of tracks may hold colons themselves.
 */
export function readCases(text: string, tracks: readonly string[]): { cases: Named; lines: number[] } {
  const cases: Named = [];
  const lines: number[] = [];
  text.split("\n").forEach((line, index) => {
    const written = line.trim();
    if (written === "") return;
    const known = tracks
      .filter((track) => written.startsWith(`${track}:`))
      .sort((a, b) => b.length - a.length)[0];
    const colon = known?.length ?? written.indexOf(":");
    cases.push(
      colon < 0
        ? { track: "", key: written }
        : { track: written.slice(0, colon).trim(), key: written.slice(colon + 1).trim() },
    );
    lines.push(index + 1);
  });
  return { cases, lines };
}
