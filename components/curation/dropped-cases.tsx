import { getFormatter, getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { shortKey } from "#components/cases/short-key.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { ConfidenceStage } from "#lib/benchmarks/lineage/schema.ts";
import type { DroppedCase } from "#lib/curation/queries.ts";
import { benchmarkExportAddress, casePath, droppedPath } from "#lib/paths.ts";

type Props = {
  slug: string;
  /** The benchmark that they are still in. */
  parent: string;
  stage: ConfidenceStage;
  cases: readonly DroppedCase[];
  page: number;
  pages: number;
};

/** Case by case: what each run gave to the right option when the benchmark was made. */
export async function DroppedCases({ slug, parent, stage: { settings, models }, cases, page, pages }: Props) {
  const t = await getTranslations("curation.cases");
  const format = await getFormatter();
  const { threshold, exactly } = settings;
  const isSure = (given: number) => given > threshold || (exactly === "goes" && given === threshold);
  return (
    <>
      <Table
        isTight
        caption={t("captions.went")}
        columns={[
          { key: "key", label: t("columns.key") },
          { key: "track", label: t("columns.track") },
          ...models.map(({ model, method, version }, i) => ({
            key: String(i),
            numeric: true,
            label: [model, method, version].filter(Boolean).join(" · "),
          })),
        ]}
        rows={cases.map(({ track, key, why }) => ({
          id: JSON.stringify([track, key]),
          cells: {
            key: { ...shortKey(key), href: casePath(parent, track, key) },
            track: { text: track, isName: true },
            ...Object.fromEntries(
              why.map((given, i) => [
                String(i),
                given === null
                  ? { text: "–", said: t("silent") }
                  : {
                      text: format.number(given, { maximumFractionDigits: 4 }),
                      title: String(given),
                      isStrong: isSure(given),
                    },
              ]),
            ),
          },
        }))}
      />
      <PageLinks page={page} pages={pages} addressOf={(number) => `${droppedPath(slug)}?page=${number}`} />
      <p className="mt-6">
        <ButtonLink href={benchmarkExportAddress(slug, "dropped.jsonl")} download>
          {t("download")}
        </ButtonLink>
      </p>
    </>
  );
}
