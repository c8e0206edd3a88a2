import { useTranslations } from "next-intl";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { ReviewFigures } from "#lib/reviews/results/review-figures.ts";

/** Each with what it is called. */
export type WordedKinds = readonly (ReviewFigures["reasons"][number] & { words: string })[];
type Props = { reasons: WordedKinds; errorTypes: WordedKinds };

/** Why cases are rejected in the end, and what reviewers found wrong. */
export function Kinds({ reasons, errorTypes }: Props) {
  const t = useTranslations("reviews.standing.kinds");
  return (
    <section aria-labelledby="kinds" className="grid gap-4 border-t border-line pt-6">
      <h2 id="kinds" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <KindTable title={t("reasons")} share={t("ofDecided")} kinds={reasons} />
        <KindTable title={t("errorTypes")} share={t("ofErrors")} kinds={errorTypes} />
      </div>
    </section>
  );
}

function KindTable({ title, share: label, kinds }: { title: string; share: string; kinds: WordedKinds }) {
  const t = useTranslations("reviews.standing.kinds");
  const { share, whole } = useMeasures();
  return (
    <Table
      caption={title}
      columns={[
        { key: "kind", label: title },
        { key: "count", label: t("count"), numeric: true },
        { key: "share", label, numeric: true },
      ]}
      rows={kinds.map(({ kind, words, share: of }) => ({
        id: kind,
        cells: { kind: words, count: whole(of.count), share: share(of) },
      }))}
    />
  );
}
