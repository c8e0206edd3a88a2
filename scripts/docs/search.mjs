// @ts-check
// The site's search. It is loaded as a plain script, since a page opened from a disk can't import modules.

/** @typedef {{ page: string, anchor: string, title: string, heading: string, text: string }} Section */

{
  const chinese = /\p{Script=Han}+/gu;
  const maxResults = 12;

  /**
   * Words, and every two neighbouring characters of Chinese, which is written without spaces.
   * @param {string} query
   */
  function listTerms(query) {
    const lower = query.toLowerCase();
    const words = lower.replace(chinese, " ").match(/[\p{L}\p{N}]+/gu) ?? [];
    const pairs = (lower.match(chinese) ?? []).flatMap((run) => {
      const signs = Array.from(run);
      return signs.length < 2 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
    });
    return [...new Set([...words, ...pairs])];
  }

  /**
   * Sections that contain every term, best first: terms in headings count most.
   * @param {readonly Section[]} sections
   * @param {string} query
   */
  function findSections(sections, query) {
    const terms = listTerms(query);
    if (terms.length === 0) return [];
    const scored = sections.map((section) => {
      const places = [section.heading, section.title, section.text].map((text) => text.toLowerCase());
      const points = terms.map((term) => {
        const [heading = 0, title = 0, text = 0] = places.map((place) => place.split(term).length - 1);
        return Math.min(heading, 1) * 8 + Math.min(title, 1) * 4 + Math.min(text, 3);
      });
      return { section, score: points.includes(0) ? 0 : points.reduce((sum, one) => sum + one) };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, maxResults)
      .map(({ section }) => section);
  }

  /**
   * The words around the query or its first term, which is marked.
   * @param {string} text
   * @param {string} query
   */
  function excerpt(text, query) {
    const places = [query.trim().toLowerCase(), ...listTerms(query)]
      .map((term) => ({ at: text.toLowerCase().indexOf(term), length: term.length }))
      .filter(({ at }) => at >= 0);
    const { at, length } = places[0] ?? { at: 0, length: 0 };
    const from = at > 60 ? text.indexOf(" ", at - 60) + 1 || at - 60 : 0;
    const start = Math.min(from, at);
    const mark = document.createElement("mark");
    mark.textContent = text.slice(at, at + length);
    const end = at + length;
    return [start > 0 ? "… " : "", text.slice(start, at), mark, text.slice(end, end + 100)];
  }

  /** @param {Section} section @param {string} query */
  function drawResult(section, query) {
    const { page, anchor, title, heading, text } = section;
    const link = document.createElement("a");
    link.href = `${document.body.dataset.root}${page}#${anchor}`;
    const name = document.createElement("strong");
    name.textContent = heading === title ? title : `${title}: ${heading}`;
    const words = document.createElement("span");
    words.append(...excerpt(text, query));
    link.append(name, words);
    return link;
  }

  /** @param {readonly Section[]} sections */
  function startSearch(sections) {
    const place = /** @type {HTMLElement} */ (document.querySelector("search"));
    const input = /** @type {HTMLInputElement} */ (place.querySelector("input"));
    const results = /** @type {HTMLElement} */ (place.querySelector(".results"));
    const show = () => {
      const found = findSections(sections, input.value);
      const isAsked = listTerms(input.value).length > 0;
      const none = isAsked && found.length === 0 ? [results.dataset.none ?? ""] : [];
      results.replaceChildren(...found.map((section) => drawResult(section, input.value)), ...none);
    };
    const clear = () => {
      input.value = "";
      show();
    };
    input.addEventListener("input", show);
    results.addEventListener("click", clear);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && place.contains(document.activeElement)) {
        clear();
        input.focus();
      } else if (event.key === "/" && document.activeElement !== input) {
        event.preventDefault();
        input.focus();
      }
    });
    place.hidden = false;
    show();
  }

  const site = /** @type {{ searchIndex?: Section[], findSections?: typeof findSections }} */ (globalThis);
  site.findSections = findSections;
  if (typeof document !== "undefined") startSearch(site.searchIndex ?? []);
}
