"use server";

import { cookies } from "next/headers";
import { kept } from "#lib/auth/sign-in/cookie.ts";
import { isLocale, localeCookie } from "#lib/i18n/locale.ts";
import { isTheme, themeCookie } from "#lib/preferences/schema.ts";

const options = kept(365 * 24 * 60 * 60);

/** Anybody may choose how the pages look to them; an unknown value changes nothing. */
export async function chooseTheme(form: FormData): Promise<void> {
  const theme = chosen(form, "theme");
  if (isTheme(theme)) (await cookies()).set(themeCookie, theme, options);
}

export async function chooseLanguage(form: FormData): Promise<void> {
  const language = chosen(form, "language");
  if (isLocale(language)) (await cookies()).set(localeCookie, language, options);
}

// Whoever posts an action chooses its argument, so that it need not be a form.
const chosen = (form: unknown, name: string) => (form instanceof FormData ? form.get(name) : null);
