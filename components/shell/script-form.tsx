"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";

/**
 * A form that is nothing without script, and says so. Nobody gets into it before the script is there: what they'd
 * choose or type until then would be undone by the first change that the script knows of.
 */
export function ScriptForm(props: ComponentProps<"form">) {
  const t = useTranslations("shell");
  return (
    <>
      <noscript>
        <p className="max-w-prose font-semibold">{t("needsScript")}</p>
      </noscript>
      <form inert={!useIsAtWork()} {...props} />
    </>
  );
}
