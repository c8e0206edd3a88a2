import { useTranslations } from "next-intl";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import { Table } from "#components/ui/table/table.tsx";
import { reviewPath } from "#lib/paths.ts";
import type { Batch } from "#lib/reviews/batches/schema.ts";

const counts = ["items", "decided", "accepted", "drawn", "checked", "wrong", "disputes"] as const;

type Props = { slug: string; batches: readonly Batch[]; page: number };

/** Where each batch stands; its number leads to what can be done with it. */
export function BatchTable({ slug, batches, page }: Props) {
  const t = useTranslations("reviews.batches");
  const { whole } = useMeasures();
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "number", label: t("columns.number") },
        { key: "state", label: t("columns.state") },
        { key: "round", label: t("columns.round"), numeric: true },
        ...counts.map((key) => ({ key, label: t(`columns.${key}`), numeric: true })),
      ]}
      rows={batches.map((batch) => ({
        id: String(batch.number),
        cells: {
          number: {
            text: t("batch", { number: batch.number }),
            href: `${reviewPath(slug, "batches")}?page=${page}&batch=${batch.number}#batch`,
          },
          state: { badge: t(`states.${standingOf(batch)}`), tone: tones[standingOf(batch)] },
          round: whole(batch.round),
          ...Object.fromEntries(counts.map((key) => [key, whole(batch[key])])),
        },
      }))}
    />
  );
}

const tones = { accepted: "success", ready: "info", working: "neutral" } as const;

/** Whether all that is needed to accept it has been said. */
export const standingOf = ({ state, items, decided, drawn, checked, disputes }: Batch): keyof typeof tones =>
  state === "accepted"
    ? "accepted"
    : items === decided && drawn === checked && disputes === 0
      ? "ready"
      : "working";
