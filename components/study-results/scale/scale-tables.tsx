import { getLocale, getTranslations } from "next-intl/server";
import type { Locale, useTranslations } from "next-intl";
import { decimal, modelNamed, muted, named, nothing } from "#components/study-results/figure-cells.ts";
import { waysOf } from "#components/study-results/scale/scale-ways.ts";
import type { Cell, Words as CellWords } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Placed } from "#lib/metrics/rasch/scale.ts";
import { nameStudy } from "#lib/study-results/figures/across.ts";
import type { StudyScale } from "#lib/study-results/scale/scale.ts";
import type { Part } from "#lib/study-results/scale/takers.ts";

type Props = { scale: StudyScale; parts: readonly Part[] };
type Words = ReturnType<typeof useTranslations<"resultsScale">>;
type Listed = { id: string; name: Cell; placed: Placed };

/** More lines than anybody reads are in the file alone. */
const maxLines = 200;

/** What stands on the map, in numbers: those that don't fit first. */
export async function ScaleTables({ scale, parts }: Props) {
  const t = await getTranslations("resultsScale");
  const who = parts[0]?.view.who ?? "people";
  const listed = {
    models: listModels(scale, parts),
    people: listPeople(t, scale, parts, await getLocale()),
    cases: listCases(t, scale, parts),
  };
  return (
    <section
      id="scale-tables"
      aria-labelledby="scale-tables-title"
      className="grid min-w-0 scroll-mt-4 gap-6"
    >
      <h2 id="scale-tables-title" className="text-lg font-semibold">
        {t("tables.title")}
      </h2>
      {(["models", "people", "cases"] as const)
        .filter((side) => listed[side].length > 0)
        .map((side) => (
          <div key={side} className="grid min-w-0 gap-2">
            <ScaleTable t={t} side={side} who={who} lines={listed[side]} />
            {listed[side].length > maxLines && (
              <p className="text-sm text-ink-muted">
                {t("tables.more", { shown: maxLines, total: listed[side].length })}
              </p>
            )}
          </div>
        ))}
    </section>
  );
}

function listModels({ models }: StudyScale, parts: readonly Part[]): Listed[] {
  const { toModel } = waysOf(parts);
  return models.map(({ run, placed }) => ({
    id: String(run.id),
    name: [
      { ...modelNamed(run.model), href: toModel(run) },
      " ",
      beside([run.method, run.version].filter(Boolean).join(" · ")),
    ],
    placed,
  }));
}

function listPeople(t: Words, { people }: StudyScale, parts: readonly Part[], locale: Locale): Listed[] {
  const { toPerson } = waysOf(parts);
  const who = parts[0]?.view.who ?? "people";
  return people.map(({ rows, person, placed }) => ({
    id: person.sittingId,
    name: [
      { text: t(`person.${who}`, { number: person.number }), href: toPerson(rows, person) },
      parts.length > 1 && [" ", beside(nameStudy(rows, locale))],
    ],
    placed,
  }));
}

function listCases(t: Words, { cases }: StudyScale, parts: readonly Part[]): Listed[] {
  const { toCase } = waysOf(parts);
  return cases.map(({ rows, row, placed }) => {
    const track = rows.tracks[row.track]?.name ?? "";
    return {
      id: String(row.versionId),
      name: [
        { text: row.key, isName: true, href: toCase(rows, row) },
        " ",
        beside(t("kind", { track, stratum: row.stratum })),
      ],
      placed,
    };
  });
}

/** What kind of thing it is, in its line. */
const beside = (text: string): CellWords => ({ ...named(text), isMuted: true, isSmall: true, isWhole: true });

type TableProps = {
  t: Words;
  side: "models" | "people" | "cases";
  who: Part["view"]["who"];
  lines: readonly Listed[];
};

const columns = ["n", "right", "place", "error", "infit", "outfit"] as const;

function ScaleTable({ t, side, who, lines }: TableProps) {
  const order = (a: Listed, b: Listed) =>
    Number(a.placed.fits !== false) - Number(b.placed.fits !== false) || b.placed.place - a.placed.place;
  return (
    <Table
      isTight
      caption={t(`tables.${side}`, { who })}
      columns={[
        { key: "name", label: t(`tables.name.${side}`), atLeast: 36 },
        ...columns.map((key) => ({
          key,
          label: key === "place" ? t(`tables.place.${side}`) : t(`tables.${key}`),
          numeric: true,
        })),
        { key: "fit", label: t("tables.fit"), atLeast: 32 },
      ]}
      rows={lines
        .toSorted(order)
        .slice(0, maxLines)
        .map(({ id, name, placed }) => ({ id, cells: { name, ...tellPlaced(t, placed) } }))}
    />
  );
}

function tellPlaced(t: Words, { n, right, place, error, infit, outfit, fits, isExtreme }: Placed) {
  const extreme = isExtreme && [" ", muted(t(right === 0 ? "allWrong" : "allRight"))];
  return {
    n,
    right,
    place: decimal(place, 2),
    error: decimal(error, 2),
    infit: infit === null ? nothing : decimal(infit, 2),
    outfit: outfit === null ? nothing : decimal(outfit, 2),
    fit: [
      fits === null
        ? muted(t("tables.tooFew"))
        : fits
          ? t("tables.fits")
          : { text: t((infit ?? 1) > 1 ? "tables.erratic" : "tables.regular"), tone: "warning" as const },
      extreme,
    ],
  } satisfies Record<string, Cell>;
}
