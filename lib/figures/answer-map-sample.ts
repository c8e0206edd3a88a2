import type { MapLine } from "#lib/figures/drawn/answer-map-input.ts";
import type { Figure } from "#lib/figures/figure.ts";
import { drawNumbers, nameModel } from "#lib/figures/samples.ts";

/** So many people and models on three tracks, one of which is all but empty. */
export function sampleAnswerMap(people = 20, cases = 50, models = 12): Figure {
  const next = drawNumbers(23);
  const sizes = [cases - Math.floor(cases / 3) - 2, Math.floor(cases / 3), 2];
  const answer = (skill: number) => {
    const marks = Array.from({ length: cases }, () => {
      const luck = next();
      if (luck > 0.97) return luck > 0.99 ? "o" : ".";
      return luck < skill ? "+" : luck > 0.95 ? "/" : "-";
    });
    const right = marks.filter((mark) => mark === "+").length;
    return { marks: marks.join(""), share: right / cases, value: ((100 * right) / cases).toFixed(1) };
  };
  const lineOf = (id: string, label: string, kind: MapLine["kind"], skill: number): MapLine => ({
    id,
    label,
    kind,
    href: `#${id}`,
    ...answer(skill),
  });
  return {
    kind: "answerMap",
    input: {
      tracks: ["Literary", "Drama", "Expertise"].map((label, track) => ({
        label,
        columns: Array.from({ length: sizes[track] ?? 0 }, (_, i) => ({
          id: `${label} ${i}`,
          share: i === 0 ? null : 1 - i / cases,
        })),
      })),
      groups: [
        {
          heading: `${people} people, best at the top`,
          lines: Array.from({ length: people }, (_, i) =>
            lineOf(`p${i}`, `Participant ${i + 1}`, "people", 0.95 - (0.3 * i) / people),
          ),
        },
        {
          heading: `${models} models`,
          lines: Array.from({ length: models }, (_, i) =>
            lineOf(`m${i}`, nameModel(i), i === models - 1 ? "selecting" : "model", 0.7 - 0.04 * i),
          ),
        },
      ],
      words: {
        cases: "People right",
        accuracy: "Right, %",
        legend: [
          { mark: "+", label: "right" },
          { mark: "/", label: "partly right" },
          { mark: "-", label: "wrong" },
          { mark: ".", label: "unanswered" },
          { mark: "o", label: "answered, right answer unknown" },
          { mark: " ", label: "blank: not given" },
        ],
      },
    },
  };
}
