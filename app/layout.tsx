import type { Metadata, Viewport } from "next";
import { getLocale } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { fontVariables } from "#components/shell/fonts.ts";
import { Unheard } from "#components/ui/streamed.tsx";
import { isTheme, themeCookie } from "#lib/preferences/schema.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Benchside", template: "%s · Benchside" },
  robots: { index: false, follow: false },
  icons: [
    { url: "/favicon.ico", sizes: "48x48" },
    { url: "/icon.svg", type: "image/svg+xml", sizes: "any" },
  ],
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf6ee" },
    { media: "(prefers-color-scheme: dark)", color: "#171a1f" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page rendered at build time would carry no nonce, and its scripts would be refused.
  await connection();
  const theme = (await cookies()).get(themeCookie)?.value;
  const requestId = (await headers()).get("x-request-id") ?? undefined;
  return (
    <html
      lang={await getLocale()}
      data-theme={isTheme(theme) && theme !== "system" ? theme : undefined}
      data-request={requestId}
      className={fontVariables}
    >
      <body>
        <Unheard />
        {children}
      </body>
    </html>
  );
}
