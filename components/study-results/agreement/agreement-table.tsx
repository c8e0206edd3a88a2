import { getFormatter, getTranslations } from "next-intl/server";
import { tellAgreement, tellWhy } from "#components/study-results/agreement/agreement-cells.ts";
import { named } from "#components/study-results/figure-cells.ts";
import { resultsPath } from "#lib/paths.ts";
import { Table } from "#components/ui/table/table.tsx";
import { agreementNames, isTooSmall, type AgreementPart } from "#lib/study-results/agreement/agreement.ts";
import { wholeList, writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { slug: string; view: View; parts: readonly AgreementPart[] };

/** How far people choose the same, with the interval of each figure or why there is none. */
export async function AgreementTable({ slug, view, parts }: Props) {
  const t = await getTranslations("resultsAgreement");
  const format = await getFormatter();
  const { who } = view;
  const counts = ["cases", "twice", "people", "answers"] as const;
  const told = parts.filter((part) => !isTooSmall(part));
  const known = agreementNames.filter((name) => told.some(({ figures }) => figures[name].value !== null));
  const unknown = agreementNames.filter((name) => !known.includes(name) && known.length > 0);
  return (
    <>
      <Table
        isTight
        caption={t("figures.caption", { who })}
        columns={[
          { key: "track", label: t("figures.track") },
          ...counts.map((key) => ({ key, label: t(`figures.${key}`), numeric: true })),
          ...(known.length > 0 ? known : agreementNames).map((key) => ({
            key,
            label: t(`figures.${key}`),
            numeric: true,
            ...(parts.some((part) => tellWhy(t, part, key) !== null) && { atLeast: 32 as const }),
          })),
        ]}
        rows={parts.map((part) => {
          const own = { ...view, track: part.track };
          const toCases = dividedCasesPath(slug, own);
          const toPeople = resultsPath(slug, "people", writeView(own));
          return {
            id: part.track ?? "",
            cells: {
              track: part.track === null ? t("figures.all") : named(part.track),
              ...Object.fromEntries(
                counts.map((key) => [key, { text: part[key], href: key === "people" ? toPeople : toCases }]),
              ),
              ...Object.fromEntries(
                agreementNames.map((name) => [name, tellAgreement(t, part, { name, href: toCases })]),
              ),
            },
          };
        })}
      />
      {unknown.map((name) => (
        <p key={name} className="mt-1 text-sm text-ink-muted">
          {t("figures.why", {
            name: t(`figures.${name}`),
            reasons: format.list([...new Set(told.flatMap((part) => tellWhy(t, part, name) ?? []))]),
          })}
        </p>
      ))}
    </>
  );
}

const dividedFirst: CaseQuery = { ...wholeList, sort: { column: "disagreement", descending: true } };

/** The cases that a figure of agreement is made of, those first on which people disagree most. */
const dividedCasesPath = (slug: string, view: View): string =>
  resultsPath(slug, "cases", writeCaseQuery(view, dividedFirst));
