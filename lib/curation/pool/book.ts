import { z } from "zod";
import { readPlacedJson } from "#lib/files/placed-json.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";
import type { Exchange, PoolRole, PoolTurn } from "#lib/benchmarks/lineage/pool-schema.ts";

/** What a book’s file of CoSER holds, as far as it is read. */
const book = z.object(
  {
    plots: z.array(
      z.object({
        conversation: z.array(
          z.object({
            dialogues: z.array(
              z.object({
                character: z.string("character must be text.").trim().min(1, "character can’t be empty."),
                message: z.string("message must be text."),
              }),
              "dialogues must be a list.",
            ),
          }),
          "conversation must be a list.",
        ),
      }),
      "plots must be a list.",
    ),
    character_datasets: z.record(
      z.string(),
      z.object({ profile: z.string("profile must be text.").nullish() }, "A character must be an object."),
      "character_datasets must be an object.",
    ),
  },
  "A book’s file must be an object with plots and character_datasets.",
);

/** Speaks in those files for what is only told. */
const narrator = "Environment";

export type ReadBook = { roles: PoolRole[]; exchanges: Exchange[]; problems: readonly ImportProblem[] };

/** Of each conversation, every two turns in succession of two different characters, with as many turns before them as are wanted. */
export function readBook(name: string, bytes: Buffer, { before }: { before: number }): ReadBook {
  const read = readPlacedJson(name, bytes, book);
  if (!read.ok) return { roles: [], exchanges: [], problems: read.problems };
  const work = name.replace(/^.*[/\\]/, "").replace(/\.json$/i, "");
  const { plots, character_datasets: characters } = read.file.value;
  const roles = Object.entries(characters).flatMap(([role, { profile }]) =>
    profile?.trim() ? [{ work, name: role, profile: profile.trim() }] : [],
  );
  const exchanges = plots.flatMap(({ conversation }, plot) =>
    conversation.flatMap(({ dialogues }, scene) => {
      const turns = dialogues.flatMap(({ character, message }) =>
        message.trim() ? [{ speaker: character, text: message }] : [],
      );
      return pairsOf(turns).map((last) => ({
        id: `${work}/${plot + 1}.${scene + 1}.${last + 1}`,
        work,
        turns: turns.slice(Math.max(0, last - 1 - before), last + 1),
      }));
    }),
  );
  return { roles, exchanges, problems: [] };
}

/** Where the second turn of two stands that follow each other and are spoken by two characters. */
const pairsOf = (turns: readonly PoolTurn[]): number[] =>
  turns.flatMap(({ speaker }, index) => {
    const previous = turns[index - 1]?.speaker;
    return previous === undefined || previous === speaker || [previous, speaker].includes(narrator)
      ? []
      : [index];
  });
