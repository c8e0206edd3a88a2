import figures from "#lib/published/figures.json" with { type: "json" };
import type { Paper } from "#lib/published/papers.ts";

export type CasesOfTrack = { readonly name: string; readonly cases: number };

/** How many cases a paper published of each track; null where it printed no such counts. */
export const listPublishedCases = (paper: Paper): readonly CasesOfTrack[] | null =>
  paper === "personaeval"
    ? figures.personaeval.tracks.map(({ id, items }) => ({ name: id, cases: items }))
    : null;

/** Papers whose published cases these could be, going by how many there are of each track. */
export const papersOfSize = (papers: readonly Paper[], tracks: readonly CasesOfTrack[]): Paper[] =>
  papers.filter((paper) => {
    const published = listPublishedCases(paper);
    return (
      published !== null &&
      published.length === tracks.length &&
      published.every(({ name, cases }) =>
        tracks.some((track) => track.name === name && track.cases === cases),
      )
    );
  });
