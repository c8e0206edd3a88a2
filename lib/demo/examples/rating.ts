import type { DemoLines } from "#lib/demo/import-lines.ts";
import { draw, normal } from "#lib/simulated-people/chance.ts";
import { intendedAttribute } from "#lib/simulation/schema.ts";
import { designSchema, type Design } from "#lib/studies/schema.ts";
import { newDesign } from "#lib/studies/template.ts";
import thoughts from "#prisma/demo/examples/thoughts.json" with { type: "json" };

const seed = 2503;
export const ratingSeed = 11;
/** RoleThink had five raters for each thought; of ten some leave or are excluded. */
export const raterCount = 10;

type Thought = { id: string; intended: number; line: object };

function listThoughts(): Thought[] {
  return thoughts.moments.flatMap(({ id: moment, character, reference, thoughts: written }) =>
    written.flatMap(([intended, text], at) => {
      const origin = thoughts.origins[at];
      if (!origin || typeof intended !== "number") throw new Error(`${moment} has a thought of no origin`);
      const id = `${moment}-${at + 1}`;
      const parts = [
        { role: "reference", text: reference },
        { role: "judged", text },
      ];
      const attributes = { ...origin, Character: character, [intendedAttribute]: String(intended) };
      const line = { id, track: thoughts.track, kind: "rating", scale: "rolethink-gold", group: moment };
      return [{ id, intended, line: { ...line, attributes, content: { parts } } }];
    }),
  );
}

type Judge = {
  model: string;
  method: string;
  notes: string;
  judge: (thought: Thought) => { rating: number } | { score: number };
};

const point = (felt: number) => ({ rating: Math.min(5, Math.max(1, Math.round(felt))) });
const drawn = "Not a model: drawn from a seed around the point that each thought was written for.";

const judges: readonly Judge[] = [
  {
    model: "Synthetic judge A",
    method: "seeded",
    notes: `${drawn} It is mostly one point away at most.`,
    judge: ({ id, intended }) => point(intended + 0.55 * normal(seed, "a", id)),
  },
  {
    model: "Synthetic judge B",
    method: "seeded",
    notes: `${drawn} It is milder than people and tells good from bad less well.`,
    judge: ({ id, intended }) => point(3.9 + 0.45 * (intended - 3) + 0.7 * normal(seed, "b", id)),
  },
  {
    model: "Synthetic entailment",
    method: "seeded",
    notes: `${drawn} It stands for a probability that the reference follows from the thought.`,
    judge: ({ id, intended }) => {
      const share = 0.15 * intended - 0.1 + 0.3 * draw(seed, "entailment", id);
      return { score: Math.round(100 * Math.min(1, Math.max(0, share))) / 100 };
    },
  },
];

export const ratingBenchmark = { name: thoughts.name, description: thoughts.description };

export function ratingLines(): DemoLines {
  const all = listThoughts();
  return {
    tracks: [{ track: thoughts.track, language: "en", lines: all.map(({ line }) => line) }],
    runs: judges.map(({ model, method, notes, judge }) => ({
      model,
      method,
      notes,
      lines: all.map((thought) => ({
        model,
        method,
        case: thought.id,
        track: thoughts.track,
        ...judge(thought),
        fake: true,
      })),
    })),
  };
}

/** Everybody rates everything, so that each origin has many ratings of each rater. */
export function planRating(): Design {
  const template = newDesign("rolethink_gold", ratingSeed);
  const each = thoughts.origins.length;
  return designSchema.parse({
    ...template,
    frame: { tracks: [thoughts.track] },
    sample: {
      ...template.sample,
      quota: { [thoughts.track]: thoughts.moments.length * each },
      groups: { [thoughts.track]: each },
    },
    assignment: { ...template.assignment, design: "same", people: raterCount },
    questions: { ...template.questions, reason: "off" },
  });
}
