import type { Holiday } from '@attain/domain/base/holidays';

type Country = 'US' | 'Germany' | 'Norway';

/** By name, the day in 2025 and in 2026. */
const days: Readonly<Record<Country, Readonly<Record<string, readonly [string, string]>>>> = {
  US: {
    'New Year’s Day': ['01-01', '01-01'],
    'Martin Luther King Jr. Day': ['01-20', '01-19'],
    'Presidents’ Day': ['02-17', '02-16'],
    'Memorial Day': ['05-26', '05-25'],
    Juneteenth: ['06-19', '06-19'],
    // a Saturday in 2026, kept on the Friday
    'Independence Day': ['07-04', '07-03'],
    'Labor Day': ['09-01', '09-07'],
    'Columbus Day': ['10-13', '10-12'],
    'Veterans Day': ['11-11', '11-11'],
    Thanksgiving: ['11-27', '11-26'],
    'Christmas Day': ['12-25', '12-25'],
  },
  Germany: {
    'New Year’s Day': ['01-01', '01-01'],
    'Good Friday': ['04-18', '04-03'],
    'Easter Monday': ['04-21', '04-06'],
    'Labor Day': ['05-01', '05-01'],
    'Ascension Day': ['05-29', '05-14'],
    'Whit Monday': ['06-09', '05-25'],
    'German Unity Day': ['10-03', '10-03'],
    'Christmas Day': ['12-25', '12-25'],
    'Second Day of Christmas': ['12-26', '12-26'],
  },
  Norway: {
    'New Year’s Day': ['01-01', '01-01'],
    'Maundy Thursday': ['04-17', '04-02'],
    'Good Friday': ['04-18', '04-03'],
    'Easter Monday': ['04-21', '04-06'],
    'Labor Day': ['05-01', '05-01'],
    'Constitution Day': ['05-17', '05-17'],
    'Ascension Day': ['05-29', '05-14'],
    'Whit Monday': ['06-09', '05-25'],
    'Christmas Day': ['12-25', '12-25'],
    'Second Day of Christmas': ['12-26', '12-26'],
  },
};

/** The public holidays of a country in 2025 and 2026. */
export function holidaysIn(country: Country): Holiday[] {
  return Object.entries(days[country]).flatMap(([name, [first, second]]) => [
    { date: `2025-${first}`, name },
    { date: `2026-${second}`, name },
  ]);
}
