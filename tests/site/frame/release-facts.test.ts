import { expect, test } from 'vitest';
import { siteBibtex } from '../../../src/site/about/bibtex.ts';
import { buildDay, dayWords, reportAddress } from '../../../src/site/frame/release-facts.ts';

const TODAY = new Date('2026-11-27T23:59:00Z');

test('a build has the day that it was told, else today, in words without a time zone', () => {
  expect(dayWords(buildDay({}, TODAY))).toBe('27 November 2026');
  expect(dayWords(buildDay({ SOURCE_DATE_EPOCH: '' }, TODAY))).toBe('27 November 2026');
  // 2024-02-29T23:30:00Z
  expect(dayWords(buildDay({ SOURCE_DATE_EPOCH: '1709249400' }, TODAY))).toBe('29 February 2024');
});

test.each(['yesterday', '-1', '17.5', '1e99', '99999999999999999999'])('a day that is none is named: %s', (seconds) => {
  expect(() => buildDay({ SOURCE_DATE_EPOCH: seconds }, TODAY)).toThrow(
    `SOURCE_DATE_EPOCH: expected whole seconds since 1970, such as 1764201600, found “${seconds}”.`,
  );
});

test('mistakes go to an address of the web or of mail, and nowhere where none is set', () => {
  expect(reportAddress({})).toBeNull();
  expect(reportAddress({ SITE_REPORT: '' })).toBeNull();
  for (const address of ['https://example.org/issues', 'mailto:us@example.org'])
    expect(reportAddress({ SITE_REPORT: address })).toBe(address);
});

test.each(['us@example.org', 'javascript:alert(1)', 'https://', 'https://a b'])(
  'an address that leads nowhere is named: %s',
  (address) => {
    expect(() => reportAddress({ SITE_REPORT: address })).toThrow(`found “${address}”`);
  },
);

test('the citation of the site names the release', () => {
  expect(siteBibtex('9788541a60e7', TODAY, 'https://example.org/judgeboard/')).toBe(
    '@misc{judgeboard-9788541a60e7,\n  title = {{Judgeboard: results of multimodal judges}},\n  year = {2026},\n  note = {Release 9788541a60e7},\n  url = {https://example.org/judgeboard/}\n}\n',
  );
});
