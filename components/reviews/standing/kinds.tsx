import { useTranslations } from "next-intl";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import { Table } from "#components/ui/table/table.tsx";
import { itemsPath } from "#lib/reviews/results/schema.ts";
import type { ReviewFigures } from "#lib/reviews/results/review-figures.ts";

/** Each with what it is called. */
export type NamedKinds = readonly (ReviewFigures["reasons"][number] & { words: string })[];
type Props = { slug: string; reasons: NamedKinds; errorTypes: NamedKinds };

/** Why cases are rejected in the end, and what reviewers found wrong. */
export function Kinds({ slug, reasons, errorTypes }: Props) {
  const t = useTranslations("reviews.standing.kinds");
  return (
    <section aria-labelledby="kinds" className="grid gap-4 border-t border-line pt-6">
      <h2 id="kinds" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <KindTable
          title={t("reasons")}
          share={t("ofDecided")}
          kinds={reasons}
          addressOf={(reason) => itemsPath(slug, { reason })}
        />
        <KindTable
          title={t("errorTypes")}
          share={t("ofErrors")}
          kinds={errorTypes}
          addressOf={(error) => itemsPath(slug, { error })}
        />
      </div>
    </section>
  );
}

type TableProps = {
  title: string;
  share: string;
  kinds: NamedKinds;
  /** Of the items behind a count. */
  addressOf: (kind: string) => string;
};

function KindTable({ title, share: label, kinds, addressOf }: TableProps) {
  const t = useTranslations("reviews.standing.kinds");
  const { shareCell, whole } = useMeasures();
  return (
    <Table
      caption={title}
      columns={[
        { key: "kind", label: title, atLeast: 36 },
        { key: "count", label: t("count"), numeric: true },
        { key: "share", label, numeric: true },
      ]}
      rows={kinds.map(({ kind, words, share: of }) => ({
        id: kind,
        cells: { kind: { text: words, href: addressOf(kind) }, count: whole(of.count), share: shareCell(of) },
      }))}
    />
  );
}
