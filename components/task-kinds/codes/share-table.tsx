import { getTranslations } from "next-intl/server";
import { named, nothing, percent } from "#components/study-results/figure-cells.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inRange } from "#lib/figures/written.ts";
import type { CodedCases, CodeSide } from "#lib/task-kinds/codes/codes.ts";

type Props = {
  caption: string;
  /** Where a heading says the same. */
  hideCaption?: boolean;
  coded: CodedCases;
  who: OwnOverviewProps["view"]["who"];
  /** By which the rows are parted. */
  attribute?: string | null;
  values: readonly { value: string | null; sides: readonly CodeSide[] }[];
};

export const nameJudge = ({ model, method }: NonNullable<CodeSide["run"]>) => `${model} ${method}`.trim();

/** In what share of cases each code was found, with its interval; where there is too little of it, how often alone. */
export async function ShareTable(props: Props) {
  const { caption, hideCaption = false, coded, who, attribute = null, values } = props;
  const t = await getTranslations("resultsCodes");
  const all = [...coded.codes, t("none")];
  const written = ({ counts, n, shares, isTold }: CodeSide, code: number) => {
    const share = shares[code];
    if (!share || n === 0) return nothing;
    if (!isTold) return { text: t("count", { count: counts[code] ?? 0, n }) };
    const { mean, low, high } = share;
    return [
      percent(mean),
      ...(low === null || high === null ? [] : [{ line: inRange(low, high), isMuted: true }]),
    ];
  };
  return (
    <Table
      caption={caption}
      hideCaption={hideCaption}
      isTight
      columns={[
        ...(attribute === null ? [] : [{ key: "value", label: attribute, atLeast: 32 as const }]),
        { key: "by", label: t("codedBy"), atLeast: 32 as const },
        ...all.map((code, at) => ({ key: `code ${at}`, label: t("share", { code }), numeric: true })),
        ...(["n", "people", "cases", "groups"] as const).map((key) => ({
          key,
          label: t(key),
          numeric: true,
        })),
      ]}
      rows={values.flatMap(({ value, sides }) =>
        sides.map((side) => ({
          id: `${value ?? ""} ${side.run?.id ?? ""}`,
          cells: {
            value: value === null ? nothing : named(value),
            by: named(side.run ? nameJudge(side.run) : t("who", { who })),
            ...Object.fromEntries(all.map((_, at) => [`code ${at}`, written(side, at)])),
            n: side.n,
            people: side.run ? nothing : side.people,
            cases: side.cases,
            groups: side.groups,
          },
        })),
      )}
    />
  );
}
