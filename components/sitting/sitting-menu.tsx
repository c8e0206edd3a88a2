import { getTranslations } from "next-intl/server";
import { LanguageSwitch, ThemeSwitch } from "#components/shell/preferences.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";

const pages = [
  ["how", "instructions"],
  ["code", "code"],
  ["data", "data"],
  ["withdraw", "withdraw"],
  ["leave", "leave"],
] as const;

/**
 * What is to be had on every page of a sitting. The browser's own popover: it opens without a script, and Escape or a
 * press beside it closes it. A case that is left through it keeps what was begun, as by any other link.
 */
export async function SittingMenu({ sittingId }: { sittingId: string }) {
  const t = await getTranslations("menu");
  return (
    <>
      <button
        type="button"
        popoverTarget="sitting-menu"
        aria-label={t("open")}
        title={t("open")}
        className={buttonClass({ variant: "quiet", size: "icon" })}
      >
        <ControlIcon name="menu" />
      </button>
      <div
        id="sitting-menu"
        popover="auto"
        className="no-print fixed inset-auto top-12 right-2 m-0 w-72 max-w-[calc(100vw-1rem)] rounded-lg border border-edge bg-raised p-2 text-ink shadow-lift sm:right-4"
      >
        <nav aria-label={t("label")}>
          <ul role="list">
            {pages.map(([name, page]) => (
              <li key={name}>
                <a
                  href={`/sittings/${encodeURIComponent(sittingId)}/${page}`}
                  className="target flex items-center rounded-md px-3 text-base text-ink no-underline hover:bg-sunken"
                >
                  {t(name)}
                </a>
              </li>
            ))}
          </ul>
          <p
            role="status"
            data-offline={t("offline")}
            className="px-3 py-2 text-sm text-ink-muted empty:hidden"
          />
        </nav>
        <div className="mt-2 flex items-center justify-between gap-2 border-t border-line pt-2">
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
      </div>
    </>
  );
}
