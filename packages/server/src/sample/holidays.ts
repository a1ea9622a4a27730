import type { Holiday } from '@attain/domain/base/holidays';

type Country = 'US' | 'Germany' | 'Norway';

const years = [2025, 2026, 2027];

/** By name, the day in each year; null: on another one's. */
const days: Readonly<Record<Country, Readonly<Record<string, readonly (string | null)[]>>>> = {
  US: {
    'New Year’s Day': ['01-01', '01-01', '01-01'],
    'Martin Luther King Jr. Day': ['01-20', '01-19', '01-18'],
    'Presidents’ Day': ['02-17', '02-16', '02-15'],
    'Memorial Day': ['05-26', '05-25', '05-31'],
    Juneteenth: ['06-19', '06-19', '06-18'],
    // Saturdays are kept on the Friday, Sundays on the Monday
    'Independence Day': ['07-04', '07-03', '07-05'],
    'Labor Day': ['09-01', '09-07', '09-06'],
    'Columbus Day': ['10-13', '10-12', '10-11'],
    'Veterans Day': ['11-11', '11-11', '11-11'],
    Thanksgiving: ['11-27', '11-26', '11-25'],
    'Christmas Day': ['12-25', '12-25', '12-24'],
  },
  Germany: {
    'New Year’s Day': ['01-01', '01-01', '01-01'],
    'Good Friday': ['04-18', '04-03', '03-26'],
    'Easter Monday': ['04-21', '04-06', '03-29'],
    'Labor Day': ['05-01', '05-01', '05-01'],
    'Ascension Day': ['05-29', '05-14', '05-06'],
    'Whit Monday': ['06-09', '05-25', '05-17'],
    'German Unity Day': ['10-03', '10-03', '10-03'],
    'Christmas Day': ['12-25', '12-25', '12-25'],
    'Second Day of Christmas': ['12-26', '12-26', '12-26'],
  },
  Norway: {
    'New Year’s Day': ['01-01', '01-01', '01-01'],
    'Maundy Thursday': ['04-17', '04-02', '03-25'],
    'Good Friday': ['04-18', '04-03', '03-26'],
    'Easter Monday': ['04-21', '04-06', '03-29'],
    'Labor Day': ['05-01', '05-01', '05-01'],
    'Constitution Day': ['05-17', '05-17', '05-17'],
    'Ascension Day': ['05-29', '05-14', '05-06'],
    'Whit Monday': ['06-09', '05-25', null],
    'Christmas Day': ['12-25', '12-25', '12-25'],
    'Second Day of Christmas': ['12-26', '12-26', '12-26'],
  },
};

/** The public holidays of a country in 2025, 2026 and 2027. */
export function holidaysIn(country: Country): Holiday[] {
  return Object.entries(days[country]).flatMap(([name, dates]) =>
    years.flatMap((year, at) => (dates[at] ? [{ date: `${year}-${dates[at]}`, name }] : [])),
  );
}
