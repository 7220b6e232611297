import House
