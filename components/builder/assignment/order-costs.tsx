import { useFormatter, useTranslations } from "next-intl";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { estimateSitting, type Spread } from "#lib/studies/reading/reading-time.ts";
import { countServed } from "#lib/studies/strata/schema.ts";
import type { Assignment, Design } from "#lib/studies/schema.ts";

type Props = { design: Design; assignment: Assignment; orders: Record<"spread" | "by_group", Spread> };

/** What either order of the cases of a group costs: hours of each person, and of all of them. */
export function OrderCosts({ design, assignment, orders }: Props) {
  const t = useTranslations("builderPlan.assignment.costs");
  const format = useFormatter();
  const language = offeredLanguages(design.words)[0] ?? "en";
  const served = countServed(design.sample);
  const hours = (value: number) => format.number(value, { maximumFractionDigits: value < 10 ? 1 : 0 });
  const { people } = assignment;
  return (
    <section aria-labelledby="order-costs" className="grid gap-3">
      <h3 id="order-costs" className="font-semibold">
        {t("title")}
      </h3>
      <dl className="grid gap-3">
        {(["spread", "by_group"] as const).map((order) => {
          const { median } = estimateSitting(design, language, { reading: orders[order], served });
          const values = { each: hours(median / 60), all: hours((median * people) / 60), people };
          return (
            <div key={order} className="grid gap-0.5">
              <dt className="font-medium">{t(`${order}.name`)}</dt>
              <dd className="figures">{t("hours", values)}</dd>
              <dd className="measure text-sm text-ink-muted">{t(`${order}.cost`)}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
