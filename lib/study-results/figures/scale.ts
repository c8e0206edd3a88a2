import type { WrightInput, WrightKind } from "#lib/figures/drawn/wright.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { ScalePlace } from "#lib/metrics/rasch/scale.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import { type FigureWithData, tabulate } from "#lib/figures/figure.ts";
import { formatStudyName } from "#lib/study-results/figures/across.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { CaseRow, PersonRow, RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { getScale, type StudyScale, type Part } from "#lib/study-results/scale/scale.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsScale");
type Words = ReturnType<typeof wordsOf>;

export type ScaleFigureOptions = {
  locale: Locale;
  toPerson?: (rows: StudyRows, person: PersonRow) => string;
  toCase?: (rows: StudyRows, row: CaseRow) => string;
  toModel?: (run: RunRow) => string;
};

export const makeScale: FigureMaker = (rows, view, _asked, locale) => makeScaleOf([{ rows, view }], locale);

/** Of one study or several; null where there is no scale. */
export async function makeScaleOf(parts: readonly Part[], locale: Locale): Promise<FigureWithData | null> {
  const scale = await getScale(parts);
  return typeof scale === "string"
    ? null
    : {
        title: wordsOf(locale)("figure.title"),
        figure: drawScale(scale, parts, { locale }),
        csv: writeScale(scale),
      };
}

const forms = ["circle", "square", "diamond", "triangle"] as const;
/** What the cases were chosen for fills them; which track they come from is their form. */
const fills: Readonly<Record<CaseRow["stratum"], WrightKind["fill"]>> = {
  selected: "full",
  unsure: "half",
  control: "none",
  attention: "none",
};

export function drawScale(
  { people, cases, models }: StudyScale,
  parts: readonly Part[],
  { locale, toPerson, toCase, toModel }: ScaleFigureOptions,
): { kind: "wright"; input: WrightInput } {
  const t = wordsOf(locale);
  const who = parts[0]?.view.who ?? "people";
  const several = parts.length > 1;
  const kinds = listKinds(t, cases);
  const runs = models.map(({ run }) => run);
  return {
    kind: "wright",
    input: {
      people: people.map(({ rows, person, placed }) => ({
        id: person.sittingId,
        label: [several ? formatStudyName(rows, locale) : "", t(`person.${who}`, { number: person.number })]
          .filter(Boolean)
          .join(" · "),
        place: placed.place,
        ...(toPerson && { href: toPerson(rows, person) }),
      })),
      models: models.map(({ run, placed }) => {
        const note = noteOf(t, placed);
        return {
          id: String(run.id),
          label: distinctName(run, runs),
          place: placed.place,
          error: placed.error,
          ...(note && { note }),
          ...(toModel && { href: toModel(run) }),
        };
      }),
      kinds: kinds.map(({ kind }) => kind),
      cases: cases.map(({ rows, row, placed }) => ({
        id: String(row.versionId),
        label: row.key,
        place: placed.place,
        kind: kinds.findIndex(({ name }) => name === nameOfKind(rows, row)),
        ...(toCase && { href: toCase(rows, row) }),
      })),
      words: {
        axis: t("figure.axis"),
        models: t("figure.models"),
        people: t(`figure.people.${who}`, { count: people.length }),
        cases: t("figure.cases", { count: cases.length }),
        counted: t("figure.counted"),
      },
    },
  };
}

const noteOf = (t: Words, { isExtreme, right, fits }: ScalePlace): string | null => {
  if (isExtreme) return t(right === 0 ? "allWrong" : "allRight");
  return fits === false ? t("misfit") : null;
};

const trackOf = (rows: StudyRows, row: CaseRow) => rows.tracks[row.track]?.name ?? "";
const nameOfKind = (rows: StudyRows, row: CaseRow) => JSON.stringify([trackOf(rows, row), row.stratum]);

function listKinds(t: Words, cases: StudyScale["cases"]): { name: string; kind: WrightKind }[] {
  const tracks = [...new Set(cases.map(({ rows, row }) => trackOf(rows, row)))];
  const known = new Map<string, WrightKind>();
  for (const { rows, row } of cases) {
    const track = trackOf(rows, row);
    known.set(nameOfKind(rows, row), {
      label: t("kind", { track, stratum: row.stratum }),
      fill: fills[row.stratum],
      form: forms[tracks.indexOf(track) % forms.length] ?? "circle",
    });
  }
  return [...known].map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A line each: people, then models, then cases. */
function writeScale({ people, models, cases }: StudyScale): FigureWithData["csv"] {
  type Line = { placed: ScalePlace; rows?: StudyRows; person?: PersonRow; run?: RunRow; row?: CaseRow };
  const lines: Line[] = [...people, ...models, ...cases];
  return tabulate(lines, {
    what: ({ person, run }) => (person ? "person" : run ? "model" : "case"),
    study: ({ rows }) => rows?.study.slug,
    participant: ({ person }) => person?.number,
    model: ({ run }) => run?.model,
    method: ({ run }) => run?.method,
    version: ({ run }) => run?.version,
    track: ({ rows, row }) => rows && row && trackOf(rows, row),
    case: ({ row }) => row?.key,
    case_version: ({ row }) => row?.version,
    stratum: ({ row }) => row?.stratum,
    n: ({ placed }) => placed.n,
    right: ({ placed }) => placed.right,
    logit: ({ placed }) => placed.place,
    se: ({ placed }) => placed.error,
    infit: ({ placed }) => placed.infit,
    outfit: ({ placed }) => placed.outfit,
    fits: ({ placed: { fits } }) => (fits === null ? null : Number(fits)),
    all_alike: ({ placed }) => Number(placed.isExtreme),
  });
}
