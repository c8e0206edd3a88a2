import { getTranslations } from "next-intl/server";
import { MakeExamples } from "#components/demo/make-examples.tsx";
import { Link } from "#components/ui/link.tsx";
import type { Examples } from "#lib/demo/examples/schema.ts";

/** What stands ready beside the demo: a line each, and what is missing of it can be made. */
export async function ExampleList({ examples, isBeingMade }: Examples) {
  const t = await getTranslations("demo.examples");
  const isMissing = examples.some(({ path }) => path === null);
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t("title")}</h3>
      <ul role="list" className="grid gap-1.5">
        {examples.map(({ name, path }) => (
          <li key={name} className="min-w-0">
            {path === null ? (
              <span>{t(`${name}.name`)}</span>
            ) : (
              <Link href={path} className="text-accent underline">
                {t(`${name}.name`)}
              </Link>
            )}
            <span className="text-ink-muted">
              {" "}
              {t(`${name}.about`)} {path === null && t(isBeingMade ? "coming" : "missing")}
            </span>
          </li>
        ))}
      </ul>
      {isMissing && !isBeingMade && <MakeExamples words={{ submit: t("make"), busy: t("making") }} />}
    </div>
  );
}
