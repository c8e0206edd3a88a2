"use server";

import { cookies } from "next/headers";
import { isLocale, localeCookie } from "#lib/i18n/locale.ts";
import { isTheme, themeCookie } from "#lib/preferences/schema.ts";

const oneYear = 365 * 24 * 60 * 60;
const options = { httpOnly: true, sameSite: "lax", path: "/", maxAge: oneYear } as const;

/** Anybody may choose how the pages look to them; an unknown value changes nothing. */
export async function chooseTheme(form: FormData): Promise<void> {
  const theme = form.get("theme");
  if (isTheme(theme)) (await cookies()).set(themeCookie, theme, options);
}

export async function chooseLanguage(form: FormData): Promise<void> {
  const language = form.get("language");
  if (isLocale(language)) (await cookies()).set(localeCookie, language, options);
}
