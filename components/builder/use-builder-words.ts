"use client";

import { useTranslations } from "next-intl";

/** Refusals and what is wrong with single fields, in words; a code without words is said in general. */
export function useBuilderWords() {
  const t = useTranslations("builder");
  const formatCode = (place: "errors" | "fieldErrors", code: string): string => {
    const key = `${place}.${code}` as never;
    return t.has(key) ? t(key) : t(`${place}.other`);
  };
  return {
    errorWords: (code: string) => formatCode("errors", code),
    fieldWords: (code: string) => formatCode("fieldErrors", code),
  };
}
