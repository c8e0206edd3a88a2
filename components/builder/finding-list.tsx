import { getLocale, getTranslations } from "next-intl/server";
import { designPath } from "#lib/paths.ts";
import { formatFinding } from "#lib/studies/findings/wording.ts";
import type { Finding } from "#lib/studies/schema.ts";

/** What stands against a plan, in words, each with the step where it is put right. */
export async function FindingList({
  slug,
  findings,
  linked = true,
}: {
  slug: string;
  findings: readonly Finding[];
  linked?: boolean;
}) {
  const t = await getTranslations();
  const locale = await getLocale();
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {findings.map((finding, index) => (
        <li key={index} className="measure">
          {formatFinding(t, finding, locale)}{" "}
          {linked && finding.step !== "check" && (
            <a
              href={`${designPath(slug, finding.step)}${finding.field ? `?at=${finding.field}` : ""}`}
              className="whitespace-nowrap text-accent underline"
            >
              {t("builder.toStep", { step: t(`builder.steps.${finding.step}.name`) })}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
