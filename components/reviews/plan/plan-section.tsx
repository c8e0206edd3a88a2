import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { reviewPath } from "#lib/paths.ts";
import type { Finding } from "#lib/reviews/plan/findings.ts";

type Props = { id: string; title: string; about?: string | undefined; children: ReactNode };

/** A part of the plan that findings lead to. */
export const PlanSection = ({ id, title, about, children }: Props) => (
  <section aria-labelledby={id} className="grid gap-5 border-t border-line pt-6">
    <div className="grid gap-1">
      <h2 id={id} className="scroll-mt-20 text-xl font-semibold">
        {title}
      </h2>
      {about && <p className="measure text-ink-muted">{about}</p>}
    </div>
    {children}
  </section>
);

/** What stands against a plan, in words, each with the place where it is put right. */
export function ReviewFindings({ slug, findings }: { slug: string; findings: readonly Finding[] }) {
  const t = useTranslations("reviews");
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {findings.map(({ code, place, values }, index) => (
        <li key={index} className="measure">
          {t(`findings.${code}` as "findings.no_lead", values as never)}{" "}
          <a
            href={place === "people" ? reviewPath(slug, "people") : `#${place}`}
            className="whitespace-nowrap text-accent underline"
          >
            {t("plan.to", { place: t(`plan.places.${place}`) })}
          </a>
        </li>
      ))}
    </ul>
  );
}
