import { getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import type { ReactNode } from "react";
import { ClientWords } from "#components/shell/client-words.tsx";
import { NavigationLinks, type NavigationItem } from "#components/shell/navigation.tsx";
import { readLanguages, readThemes } from "#components/shell/preferences.tsx";
import { SentLanguageForm, SentThemeForm } from "#components/shell/sent-preference-forms.tsx";
import { Palette } from "#components/shell/palette.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { ToastProvider } from "#components/ui/toast.tsx";

type Props = {
  viewer: { name: string; role: "researcher" | "admin" };
  navigation: readonly NavigationItem[];
  /** Pages to be found by their names: those of the navigation, and others. */
  places: readonly NavigationItem[];
  signOut: ReactNode;
  children: ReactNode;
};

export async function StaffFrame({ viewer, navigation, places, signOut, children }: Props) {
  const t = await getTranslations("shell");
  const themes = await readThemes();
  const role = t(`roles.${viewer.role}`);
  return (
    <ToastProvider words={{ region: t("notifications"), close: t("close") }}>
      <SkipLink />
      <header className="sticky top-0 z-30 border-b border-line bg-surface">
        <div className="mx-auto flex max-w-400 items-center justify-between gap-4 px-4 py-1 sm:px-6">
          <Link href={navigation[0]?.href ?? "/"} className="target flex items-center">
            <Wordmark />
          </Link>
          <div className="flex items-center gap-2">
            <span className="hidden text-sm text-ink-muted sm:inline">
              {viewer.name === role ? role : `${viewer.name} · ${role}`}
            </span>
            <ClientWords of={["palette"]}>
              <Palette pages={places} />
            </ClientWords>
            <SentLanguageForm {...await readLanguages()} />
            {/* A phone has no room for it here: it is in the menu. */}
            <span className="max-sm:hidden">
              <SentThemeForm {...themes} />
            </span>
          </div>
        </div>
      </header>
      <div className="mx-auto grid max-w-400 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <details className="group border-b border-line lg:hidden">
          <summary className="target flex items-center gap-2 px-4 font-medium sm:px-6">
            <ControlIcon name="menu" />
            {t("menu")}
          </summary>
          <nav aria-label={t("mainNavigation")} className="grid gap-4 px-4 pt-1 pb-4 sm:px-6">
            <NavigationLinks items={navigation} />
            {signOut}
            <span className="sm:hidden">
              <SentThemeForm {...themes} />
            </span>
          </nav>
        </details>
        <nav
          aria-label={t("mainNavigation")}
          className="sticky top-13 hidden max-h-[calc(100dvh-3.25rem)] content-start gap-6 overflow-y-auto py-4 pr-2 pl-6 lg:grid"
        >
          <NavigationLinks items={navigation} />
          {signOut}
        </nav>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 [--bar:3.0625rem] px-4 pt-3 pb-12 outline-none sm:px-6 lg:px-8"
        >
          {children}
        </main>
      </div>
    </ToastProvider>
  );
}
