import type { CsvCell } from "#lib/files/csv/cell.ts";
import { formatTrackName } from "#lib/reports/agreement-words.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { joinList, t, formatReason, formatDecimal, formatShare } from "#lib/reports/words.ts";
import {
  isTooSmallForSelf,
  type BoundedFigure,
  type SelfAgreementPart,
} from "#lib/study-results/figure-schemas.ts";

const onScale = ["kappa", "change"] as const;
const figureNames = ["same", ...onScale] as const;

/** How far people agree with themselves; null where no case came again. */
export function makeSelfAgreementTable(facts: Facts): PrintedTable | null {
  const { selfAgreement: parts, view } = facts;
  if (parts.length === 0) return null;
  // Of answers that lie on no scale these columns would be empty.
  const scaled = onScale.filter((name) => parts.some((part) => part[name] !== null));
  return {
    name: "self-agreement",
    caption: formatCaption(facts, t("tables.selfAgreement.caption", { who: view.who }), "rest"),
    notes: [
      t("tables.selfAgreement.made"),
      ...formatUnlike(parts, scaled.length > 0),
      ...formatUndefined(parts, ["same", ...scaled]),
    ],
    columns: [
      { label: t("tables.agreement.track"), numeric: false },
      ...(["pairs", "people", "cases", "same", ...scaled] as const).map((key) => ({
        label: t(`tables.selfAgreement.${key}`, { who: view.who }),
        numeric: true,
      })),
    ],
    groups: [
      parts.map((part) => ({
        id: part.track ?? "",
        about: { page: "agreement", view: { ...view, track: part.track } },
        cells: [
          formatTrackName(part.track),
          String(part.pairs),
          String(part.people),
          String(part.cases),
          ...(isTooSmallForSelf(part)
            ? [t("tables.tooFew", { n: part.pairs }), ...scaled.map(() => "–")]
            : [formatShare(part.same.value, part.same), ...scaled.map((name) => formatScaled(part[name]))]),
        ],
      })),
    ],
    csv: [
      [
        "answers_of",
        "track",
        "answered_twice",
        "people",
        "cases",
        "too_few",
        ...figureNames.flatMap((name) => [name, `${name}_low`, `${name}_high`, `${name}_reason`]),
      ],
      ...parts.map((part) => [
        view.who,
        part.track,
        part.pairs,
        part.people,
        part.cases,
        Number(isTooSmallForSelf(part)),
        ...figureNames.flatMap((name) => writeNumbers(part, part[name])),
      ]),
    ],
  };
}

const formatScaled = (figure: BoundedFigure | null): string =>
  figure === null ? "–" : formatDecimal(figure.value, 3, figure);

function writeNumbers(part: SelfAgreementPart, figure: BoundedFigure | null): CsvCell[] {
  if (isTooSmallForSelf(part)) return [null, null, null, "too_few"];
  return figure === null
    ? [null, null, null, "no_scale"]
    : [figure.value, figure.low, figure.high, figure.reason];
}

/** Parts whose answers lie on several scales, where others lie on one. */
function formatUnlike(parts: readonly SelfAgreementPart[], isScaled: boolean): string[] {
  const unlike = parts.filter((part) => !isTooSmallForSelf(part) && part.kappa === null);
  if (!isScaled || unlike.length === 0) return [];
  return [
    t("tables.selfAgreement.unlike", { tracks: joinList(unlike.map(({ track }) => formatTrackName(track))) }),
  ];
}

function formatUndefined(
  parts: readonly SelfAgreementPart[],
  names: readonly (typeof figureNames)[number][],
) {
  return parts
    .filter((part) => !isTooSmallForSelf(part))
    .flatMap((part) =>
      names.flatMap((name): string[] => {
        const figure = part[name];
        if (figure === null || figure.low !== null) return [];
        const words = {
          name: t(`tables.selfAgreement.names.${name}`),
          tracks: formatTrackName(part.track),
          reason: formatReason(figure.reason),
        };
        return [t(`tables.agreement.${figure.value === null ? "undefined" : "noInterval"}`, words)];
      }),
    );
}
