import { AnswerGlyph } from "#components/task-kinds/answer-glyph.tsx";
import type { Design } from "#lib/studies/schema.ts";
import { countSets, quotaOf, sampledStrata, type SampledStratum } from "#lib/studies/strata/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** What of a design can be drawn. */
export type DesignShape = {
  design: Design["assignment"]["design"];
  /** Sets of different cases, as many as can be told apart at this size. */
  sets: number;
  arms: number;
  strata: readonly SampledStratum[];
  kind: KindName | null;
};

const rows = 8;
const columns = 12;
const maxSets = 4;

export function shapeOf(
  { assignment, sample }: Pick<Design, "assignment" | "sample">,
  kind: KindName | null,
): DesignShape {
  const strata = sampledStrata.filter((stratum) =>
    Object.values(quotaOf(sample, stratum)).some((count) => count > 0),
  );
  return {
    design: assignment.design,
    sets: Math.min(maxSets, countSets(assignment)),
    arms: assignment.arms?.arms.length ?? 1,
    // Templates about judging are filled in by their benchmark; where nothing is known of the cases, none are drawn.
    strata: strata.length > 0 || kind === null ? strata : ["selected"],
    kind,
  };
}

const looks: Record<SampledStratum, string> = {
  selected: "fill-people stroke-people",
  unsure: "fill-people/45 stroke-people",
  control: "fill-raised stroke-people",
};

/**
 * People as rows, cases as columns, a cell where somebody answers a case, and beside it the form of an answer. Arms are set
 * apart by indenting their rows. The words beside it say the same.
 */
export function DesignDiagram({ shape }: { shape: DesignShape }) {
  const { arms, kind } = shape;
  return (
    <svg viewBox="0 0 112 48" className="h-12 w-28 shrink-0" aria-hidden>
      {Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (_, column) => {
          const stratum = stratumAt(shape, row, column);
          const x = 1 + 6 * column + (arms > 1 ? 4 * (row % arms) : 0);
          return (
            <rect
              key={`${row} ${column}`}
              x={x}
              y={1 + 6 * row}
              width={4}
              height={4}
              rx={1}
              className={stratum ? looks[stratum] : "fill-none stroke-line"}
              strokeWidth={stratum ? 1 : 0.75}
            />
          );
        }),
      )}
      {kind && (
        <g transform="translate(83 1)">
          <AnswerGlyph kind={kind} />
        </g>
      )}
    </svg>
  );
}

/** The stratum of the case that this person answers; null where they don't get it. */
function stratumAt({ design, sets, strata }: DesignShape, row: number, column: number) {
  const width = columns / (design === "blocks" ? sets : 1);
  const isGiven =
    design === "own"
      ? (column + 5 * row) % 4 === 0
      : Math.floor(column / width) === Math.floor((row * (design === "blocks" ? sets : 1)) / rows);
  const within = (column % width) / width;
  return isGiven || design === "same" ? (strata[Math.floor(within * strata.length)] ?? null) : null;
}
