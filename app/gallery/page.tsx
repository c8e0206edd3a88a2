import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ThemeSwitch } from "#components/shell/preferences.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { ToastProvider } from "#components/ui/toast.tsx";
import { env } from "#lib/env.ts";
import { ActionSpecimens } from "#app/gallery/action-specimens.tsx";
import { FigureSpecimens } from "#app/gallery/figure-specimens.tsx";
import { FormSpecimens } from "#app/gallery/form-specimens.tsx";
import { ReadingSpecimens } from "#app/gallery/reading-specimens.tsx";
import { StateSpecimens } from "#app/gallery/state-specimens.tsx";
import { TableSpecimens } from "#app/gallery/table-specimens.tsx";
import { TokenSpecimens } from "#app/gallery/token-specimens.tsx";

export const metadata: Metadata = { title: "Gallery" };

export default async function GalleryPage() {
  if (!env.galleryEnabled) notFound();
  const t = await getTranslations("gallery");
  const { reader } = await getMessages();
  const shell = await getTranslations("shell");
  return (
    <ToastProvider words={{ region: shell("notifications"), close: shell("close") }}>
      <SkipLink />
      <header className="flex items-center justify-between px-4 py-2 sm:px-6">
        <Wordmark />
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className="outline-none">
        <div className="px-4 pt-6 sm:px-6">
          <PageHeader title={t("title")} intro={t("intro")} />
        </div>
        <div className="grid lg:grid-cols-2">
          {(["light", "dark"] as const).map((theme) => (
            <div
              key={theme}
              data-theme={theme}
              className="grid min-w-0 content-start gap-10 bg-surface p-4 text-ink sm:p-8"
            >
              <TokenSpecimens />
              <ActionSpecimens theme={theme} />
              <FormSpecimens />
              <StateSpecimens />
              <TableSpecimens theme={theme} />
              <ReadingSpecimens reader={reader} />
              <FigureSpecimens theme={theme} />
            </div>
          ))}
        </div>
      </main>
    </ToastProvider>
  );
}
