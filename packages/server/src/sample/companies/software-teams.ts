import type { NamePool } from './names.ts';
import type { TeamRecipe } from './recipe.ts';

/** The 23 teams of the software company with the territories they work. */
export const SOFTWARE_TEAMS: readonly TeamRecipe[] = [
  ...teams({ segment: 'enterprise-americas', boss: 'am-east', pool: 'americas' }, [
    ['am-east-1', 7, ['New York Metro', 'New England', 'Upstate & Quebec']],
    ['am-east-2', 7, ['Mid-Atlantic', 'Carolinas', 'Florida & Georgia']],
  ]),
  ...teams({ segment: 'enterprise-americas', boss: 'am-central', pool: 'americas' }, [
    ['am-central-1', 7, ['Great Lakes', 'Ohio Valley', 'Ontario']],
    ['am-central-2', 7, ['Texas', 'Gulf & Tennessee', 'Plains']],
  ]),
  ...teams({ segment: 'enterprise-americas', boss: 'am-west', pool: 'americas' }, [
    ['am-west-1', 7, ['Northern California', 'Pacific Northwest', 'Western Canada']],
    ['am-west-2', 7, ['Southern California', 'Mountain', 'Desert Southwest']],
  ]),
  ...teams({ segment: 'enterprise-emea', boss: 'emea-north', pool: 'northern' }, [
    ['emea-north-1', 6, ['Netherlands', 'Belgium & Luxembourg', 'Ireland']],
    ['emea-north-2', 6, ['Finland', 'Denmark', 'Baltics']],
  ]),
  ...teams({ segment: 'enterprise-emea', boss: 'emea-dach', pool: 'dach' }, [
    ['emea-dach-1', 6, ['Northern Germany', 'Rhine-Ruhr', 'Berlin & Saxony']],
    ['emea-dach-2', 6, ['Bavaria', 'Baden-Württemberg', 'Austria']],
  ]),
  ...teams({ segment: 'enterprise-emea', boss: 'emea-south', pool: 'southern' }, [
    ['emea-south-1', 6, ['Paris & North', 'Lyon & East', 'Southern France']],
    ['emea-south-2', 6, ['Spain', 'Portugal', 'Italy']],
  ]),
  ...teams({ segment: 'commercial', boss: 'co-east', pool: 'americas' }, [
    ['co-east-1', 8, ['SMB New York', 'SMB New England']],
    ['co-east-2', 8, ['SMB Mid-Atlantic', 'SMB Pennsylvania']],
    ['co-east-3', 7, ['SMB Florida', 'SMB Southeast']],
  ]),
  ...teams({ segment: 'commercial', boss: 'co-central', pool: 'americas' }, [
    ['co-central-1', 8, ['SMB Great Lakes', 'SMB Ohio']],
    ['co-central-2', 7, ['SMB Texas', 'SMB Gulf']],
    ['co-central-3', 7, ['SMB Plains', 'SMB Ontario']],
  ]),
  ...teams({ segment: 'commercial', boss: 'co-west', pool: 'americas' }, [
    ['co-west-1', 8, ['SMB Bay Area', 'SMB Sacramento']],
    ['co-west-2', 7, ['SMB Los Angeles', 'SMB San Diego']],
    ['co-west-3', 7, ['SMB Northwest', 'SMB Mountain']],
  ]),
  ...teams({ segment: 'specialist', boss: 'overlay', pool: 'americas' }, [
    ['overlay-americas', 8, ['Overlay Americas']],
  ]),
  ...teams({ segment: 'specialist', boss: 'overlay', pool: 'northern' }, [
    ['overlay-emea', 8, ['Overlay EMEA']],
  ]),
];

/** Teams of one boss; the manager's title names the team's first territory. */
function teams(
  kind: { readonly segment: string; readonly boss: string; readonly pool: NamePool },
  list: readonly (readonly [key: string, seats: number, territories: readonly string[]])[],
): TeamRecipe[] {
  const title = kind.segment === 'specialist' ? 'Specialist Manager' : 'Sales Manager';
  return list.map(([key, seats, territories]) => ({
    ...kind,
    key,
    seats,
    territories,
    title: `${title}, ${territories[0]}`,
  }));
}
