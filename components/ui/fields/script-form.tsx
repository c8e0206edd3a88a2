"use client";

import type { ComponentProps } from "react";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";

/**
 * A form that is nothing without script. Nobody gets into it before the script is there: what they'd
 * choose or type until then would be undone by the first change that the script knows of.
 */
export function ScriptForm(props: ComponentProps<"form">) {
  return <form inert={!useIsAtWork()} {...props} />;
}
