import { getTranslations } from "next-intl/server";
import { LanguageSwitch, ThemeSwitch } from "#components/shell/preferences.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";

type Props = { links: readonly { href: string; label: string }[] };

/** What is to be had beside an item. The browser's own popover: it opens without a script. */
export async function QueueMenu({ links }: Props) {
  const t = await getTranslations("queue.menu");
  return (
    <>
      <button
        type="button"
        popoverTarget="queue-menu"
        aria-label={t("open")}
        title={t("open")}
        className={buttonClass({ variant: "quiet", size: "icon" })}
      >
        <ControlIcon name="menu" />
      </button>
      <div
        id="queue-menu"
        popover="auto"
        className="no-print fixed inset-auto top-12 right-2 m-0 w-72 max-w-[calc(100vw-1rem)] rounded-lg border border-edge bg-raised p-2 text-ink shadow-lift sm:right-4"
      >
        <nav aria-label={t("label")}>
          <ul role="list">
            {links.map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  className="target flex items-center rounded-md px-3 text-base text-ink no-underline hover:bg-sunken"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-2 flex items-center justify-between gap-2 border-t border-line pt-2">
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
      </div>
    </>
  );
}
