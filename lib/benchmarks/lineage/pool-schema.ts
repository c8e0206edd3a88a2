import { z } from "zod";
import { languageTag, trackName } from "#lib/benchmarks/schema.ts";

/** Somebody of a work of whom it is known who they are. */
export type PoolRole = { work: string; name: string; profile: string };
export type PoolTurn = { speaker: string; text: string };

/** What may become a case: who speaks last is who is asked for, who spoke before is named. */
export type Exchange = { id: string; work: string; turns: readonly PoolTurn[] };

/** Everything that was found in the files, whatever becomes of it. */
export type Pool = { roles: readonly PoolRole[]; exchanges: readonly Exchange[] };

/** How a role is named in files of vectors. */
export const roleId = ({ work, name }: Pick<PoolRole, "work" | "name">): string => `${work}/${name}`;

/** How distractors are found: the nearest by each model in turn or by the first alone, everybody else of the work, or by lot. */
export const ways = ["each", "first", "work", "random"] as const;
export const amongWhom = ["all", "work"] as const;

/** What looks like a second name of somebody who is there, and who spoke before among the candidates. */
export const oddities = ["same_person", "first_speaker"] as const;
export type Oddity = (typeof oddities)[number];
const handling = z.enum(["keep", "replace"]);
export type OddityHandling = Readonly<Record<Oddity, z.output<typeof handling>>>;

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** What is said of a pool once, for all of its files. */
export const poolSettings = z.object({
  track: trackName,
  language: languageTag,
  /** Fewer tokens in what is asked about, and a case goes out; 0 keeps all. */
  fewestTokens: whole(0, 1000).default(25),
  /** Turns before the one before: of books alone, lines have theirs. */
  before: whole(0, 20).default(0),
  way: z.enum(ways).default("each"),
  /** Which roles may be distractors. */
  among: z.enum(amongWhom).default("all"),
  distractors: whole(1, 9).default(3),
  odd: z.object({ same_person: handling, first_speaker: handling }),
  seed: whole(1, 2_147_483_647),
});
export type PoolSettings = z.output<typeof poolSettings>;

/** The files that cases were made of, as they are kept: what they were called and held, not what stood in them. */
export const keptFiles = z.array(
  z.object({ name: z.string(), vectorsOf: z.string().nullable(), bytes: z.number(), sha256: z.string() }),
);
export type PoolFileRecord = z.output<typeof keptFiles>[number];

export const stageNames = ["pool", "length", "distractors"] as const;
export type StageName = (typeof stageNames)[number];
export const dropReasons = ["no_profile", "too_short", "too_few_roles"] as const;
export type DropReason = (typeof dropReasons)[number];

const count = z.number().int();
const stageCount = z.object({
  stage: z.enum(stageNames),
  into: count,
  out: count,
  reasons: z.partialRecord(z.enum(dropReasons), count),
});
export type StageCount = z.output<typeof stageCount>;
/** What became of a pool. */
export const poolReport = z.object({
  works: count,
  roles: count,
  stages: z.array(stageCount),
  /** Embedding models, with how many numbers a vector has, and where vectors were fetched, as far as their file says. */
  models: z.array(
    z.object({
      model: z.string(),
      length: count,
      host: z.string().optional(),
      isFake: z.boolean().optional(),
    }),
  ),
  /** Cases with somebody odd among their options, and cases in which somebody odd was replaced. */
  odd: z.record(z.enum(oddities), count),
  replaced: count,
  tokenizer: z.string(),
});
export type PoolReport = z.output<typeof poolReport>;

export const dropsPerPage = 50;
/** What the address of the list of drops may ask for; what it doesn’t understand it leaves out. */
export const dropAddress = z.object({
  reason: z.enum(dropReasons).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});
export type DropAddress = z.output<typeof dropAddress>;
