import { useTranslations } from "next-intl";
import { reviewPath } from "#lib/paths.ts";
import type { Finding, FindingPlace } from "#lib/reviews/plan/findings.ts";

const placeOf = (slug: string, place: FindingPlace): string =>
  place === "people" ? reviewPath(slug, "people") : `#${place}`;

/** What stands against a plan, in words, each with the place where it is put right. */
export function ReviewFindings({ slug, findings }: { slug: string; findings: readonly Finding[] }) {
  const t = useTranslations("reviews");
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {findings.map(({ code, place, values }, index) => (
        <li key={index} className="measure">
          {t(`findings.${code}` as "findings.no_lead", values as never)}{" "}
          <a href={placeOf(slug, place)} className="whitespace-nowrap text-accent underline">
            {t("plan.to", { place: t(`plan.places.${place}`) })}
          </a>
        </li>
      ))}
    </ul>
  );
}
