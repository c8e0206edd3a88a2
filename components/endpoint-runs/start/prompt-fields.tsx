"use client";

import { useTranslations } from "next-intl";
import type { Choices, Filled } from "#components/endpoint-runs/start/choices.ts";
import type { ErrorOf } from "#components/endpoint-runs/start/use-field-error.ts";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { Link } from "#components/ui/link.tsx";
import { templatesPath } from "#lib/paths.ts";

type Props = Pick<Choices, "benchmark" | "versions"> & {
  filled: Filled;
  errorOf: ErrorOf;
  /** The one that is chosen at first. */
  version: number | null;
};

/** By what each case is asked: its own prompt, or a version of a template. */
export function PromptFields({ benchmark, versions, filled, errorOf, version }: Props) {
  const t = useTranslations("endpointRuns.new.prompt");
  return (
    <section className="grid gap-2">
      <h3 className="text-lg font-semibold">{t("title")}</h3>
      {versions.length > 0 && (
        <div className="max-w-xl">
          <SelectField
            name="templateVersionId"
            label={t("label")}
            hint={t("hint")}
            error={errorOf("templateVersionId")}
            defaultValue={version ?? ""}
          >
            <option value="">{t("own")}</option>
            {versions.map(({ id, name, number }) => (
              <option key={id} value={id}>
                {t("option", { name, number })}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <p className="measure">{t(filled.templateVersionId ? "byTemplate" : "body")}</p>
      <p>
        <Link href={templatesPath(benchmark.slug)} className="text-accent underline">
          {t("templates")}
        </Link>
      </p>
    </section>
  );
}
