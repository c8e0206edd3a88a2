import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** What the parts of these screens that run in the browser say. */
export default async function BenchmarksLayout({ children }: { children: ReactNode }) {
  const { benchmarks, imports, jobs, progress, runs, shell, table, time } = await getMessages();
  return (
    <NextIntlClientProvider messages={{ benchmarks, imports, jobs, progress, runs, shell, table, time }}>
      {children}
    </NextIntlClientProvider>
  );
}
