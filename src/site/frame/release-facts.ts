/** What the footer and the citation say of a build, from the variables that it was started with. */
interface BuildVariables {
  /** Seconds since 1970, as reproducible builds give them: https://reproducible-builds.org/specs/source-date-epoch/. */
  readonly SOURCE_DATE_EPOCH?: string | undefined;
  /** Where mistakes are reported: an address of the web, or `mailto:…`. */
  readonly SITE_REPORT?: string | undefined;
}

/** Gives the day on which the site was built: the one that the build was told, else today. */
export function buildDay({ SOURCE_DATE_EPOCH: seconds }: BuildVariables, today: Date): Date {
  if (seconds === undefined || seconds === '') return today;
  const day = new Date(Number(seconds) * 1000);
  if (/^\d+$/.test(seconds) && !Number.isNaN(day.getTime())) return day;
  throw new Error(`SOURCE_DATE_EPOCH: expected whole seconds since 1970, such as 1764201600, found “${seconds}”.`);
}

const ONE_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Writes a day: `27 November 2026`. */
export const dayWords = (day: Date): string => ONE_DAY.format(day);

/** Gives the address at which mistakes are reported; null where none is set. */
export function reportAddress({ SITE_REPORT: address }: BuildVariables): string | null {
  if (address === undefined || address === '') return null;
  if (/^(?:https?:\/\/|mailto:)\S+$/.test(address) && URL.canParse(address)) return address;
  throw new Error(
    `SITE_REPORT: expected an address such as https://example.org/issues or mailto:us@example.org, found “${address}”.`,
  );
}
